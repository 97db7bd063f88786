import { isWithinNetworks } from '../base/network.ts';
import { AppError } from '../catalogue/errors.ts';
import { toolsOf } from '../catalogue/mcp-tools.ts';
import { canHold, type Permission } from '../catalogue/permissions.ts';
import { type Actor, actorMay } from './actor.ts';
import type { AnyOperation } from './operation.ts';

/**
 * Level and permission (spec 5). A platform-only operation is out of scope for every other level, whatever its
 * permissions. Otherwise the missing permission is reported first, then the level.
 */
export function authorize(operation: AnyOperation, actor: Actor): void {
  const platformOnly = operation.levels.length === 1 && operation.levels[0] === 'platform';
  if (platformOnly && actor.level !== 'platform') throw new AppError('scope_denied', { level: 'platform' });
  const missing = requiredPermissions(operation).find((permission) => !actorMay(actor, permission));
  if (missing && actor.withheld?.has(missing))
    throw new AppError('second_factor_required', { required: missing });
  if (missing) throw new AppError('permission_denied', { required: missing });
  if (!operation.levels.includes(actor.level)) {
    throw new AppError('scope_denied', { levels: [...operation.levels] });
  }
}

/**
 * For operations that show other people's mail and have no separate permission.
 * @throws AppError `second_factor_required` for an operator who has not confirmed one
 */
export function requireSecondFactor(actor: Actor): void {
  if (actor.withheld && actor.withheld.size > 0) throw new AppError('second_factor_required');
}

export function requiredPermissions(operation: AnyOperation): readonly Permission[] {
  const { permission } = operation;
  if (permission === 'any key') return [];
  return typeof permission === 'string' ? [permission as Permission] : permission;
}

/** The rights that an operation is about to give to somebody: with a new key, a role, or the secret of another key. */
export type Grant = {
  permissions: readonly Permission[];
  /** When the rights end; null if they never do, as with the membership of a person. */
  expires_at: string | null;
  /** The networks from which the rights can be used; empty for all. */
  allowed_cidrs: readonly string[];
  /** The MCP tools that the rights are restricted to; absent or empty for all. */
  tools?: readonly string[];
};

/**
 * Nobody can give more than they hold: no further permission, no later expiry, no wider network, no further tool. Every
 * operation that gives rights calls this.
 * @throws AppError `key_scope_exceeded`, naming the field
 */
export function assertMayGive(actor: Actor, grant: Grant): void {
  const beyond = grant.permissions.filter((permission) => !mayGive(actor, permission));
  if (beyond.length > 0)
    throw new AppError('key_scope_exceeded', { field: 'permissions', permissions: beyond });
  if (actor.expires_at !== null && (grant.expires_at === null || isLater(grant.expires_at, actor.expires_at)))
    throw new AppError('key_scope_exceeded', { field: 'expires_at', expires_at: actor.expires_at });
  const networks = actor.allowed_cidrs ?? [];
  if (networks.length > 0 && !isWithinNetworks(grant.allowed_cidrs, networks))
    throw new AppError('key_scope_exceeded', { field: 'allowed_cidrs', allowed_cidrs: networks });
  const own = toolsOf(actor.tools ?? []);
  if ([...toolsOf(grant.tools ?? [])].some((tool) => !own.has(tool)))
    throw new AppError('key_scope_exceeded', { field: 'tools', tools: actor.tools });
}

const isLater = (one: string, other: string): boolean => new Date(one) > new Date(other);

/**
 * Platform and partner keys cannot hold `identities:sign`. They may give it to keys of identities that they may write,
 * because `identities:write` already includes managing the signing keys of those identities.
 */
function mayGive(actor: Actor, permission: Permission): boolean {
  if (actorMay(actor, permission)) return true;
  // A platform key that can send cannot hold this permission, but somebody must create the first key that decides.
  if (permission === 'sends:approve' && actor.level === 'platform') return true;
  return (
    permission === 'identities:sign' &&
    !canHold(actor.level, permission) &&
    actorMay(actor, 'identities:write')
  );
}
