import { canHold, type Permission, permissions } from '#kernel/catalogue/permissions.ts';
import { OAuthError } from './error.ts';

/** The scopes that applications can request: all permissions that a key of a workspace can have. */
export const offeredScopes: readonly Permission[] = permissions.filter((each) => canHold('tenant', each));

/** The permissions that an agent with a mailbox needs. Applications that request no scope ask for these. */
export const usualScopes: readonly Permission[] = [
  'identities:read',
  'messages:read',
  'messages:send',
  'messages:write',
  'attachments:read',
  'search:read',
];

/** Scopes of OpenID Connect, which libraries request automatically and which have no meaning here. */
const IGNORED = new Set(['openid', 'profile', 'email', 'offline_access']);

const isOffered = (name: string): name is Permission => (offeredScopes as readonly string[]).includes(name);

/**
 * Reads a scope. Unknown names are ignored, as RFC 6749 3.3 allows.
 * @throws OAuthError `invalid_scope` if all names are unknown
 */
export function readScope(scope: string | undefined): Permission[] {
  const named = [...new Set((scope ?? '').split(' ').filter((name) => name !== '' && !IGNORED.has(name)))];
  if (named.length === 0) return [...usualScopes];
  const known = named.filter(isOffered);
  if (known.length > 0) return known;
  throw new OAuthError(
    'invalid_scope',
    `None of the scopes exists. Use one or more of: ${offeredScopes.join(' ')}.`,
  );
}

/** A refresh may request the same scope or a part of it, never more. @throws OAuthError `invalid_scope` */
export function assertWithinScope(scope: string | undefined, granted: readonly string[]): void {
  const beyond = (scope ?? '')
    .split(' ')
    .filter((name) => name !== '' && !IGNORED.has(name) && !granted.includes(name));
  if (beyond.length > 0)
    throw new OAuthError('invalid_scope', `Not granted: ${beyond.join(' ').slice(0, 200)}. Authorize again.`);
}
