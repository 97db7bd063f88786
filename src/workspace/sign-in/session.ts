import { randomBytes } from 'node:crypto';
import { after, DAY, MINUTE } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { hashSignInToken, rolePermissions } from '#workspace/members/index.ts';
import type { Client } from './client.ts';
import { recordSessionChange } from './record.ts';
import { operatorPermissions } from './roles.ts';
import {
  arrive,
  findSession,
  insertSession,
  type SessionRow,
  touchSession,
  type Workspace,
} from './session-repository.ts';

/** Where a session acts: in a workspace, or on the platform. */
export const PLATFORM = 'platform';

const { rolling, absolute } = limits.sessionDays;

/** How far behind `seen_at` may be: each session writes no more often than this. */
const SEEN_EVERY = 5 * MINUTE;

/** `tenantId`: where it begins, else where they were last. @returns the token for the cookie: 256 random bits, stored as a hash only */
export async function beginSession(
  db: Queryable,
  services: Services,
  userId: string,
  client: Client,
  tenantId: string | null = null,
): Promise<string> {
  const now = services.clock.now();
  const last = await arrive(db, userId, now);
  const token = randomBytes(32).toString('base64url');
  await insertSession(db, {
    id: newUlid(),
    token_hash: hashSignInToken(token),
    user_id: userId,
    kid: services.keyRing.active('link').kid,
    tenant_id: tenantId ?? last,
    user_agent: client.userAgent.slice(0, 400),
    address: client.address.slice(0, 64),
    created_at: now,
    expires_at: after(now, rolling * DAY),
  });
  await recordSessionChange(db, services, { userId, client, action: 'session.begin', details: {} });
  return token;
}

/** Whose session a cookie's token is, or null. Looking at it counts as use. */
export async function readSession(services: Services, token: string): Promise<SessionRow | null> {
  const now = services.clock.now();
  const session = await findSession(services.db, hashSignInToken(token), now);
  if (!session || !services.keyRing.verifying('link', session.kid, now)) return null;
  if (now.getTime() - new Date(session.seen_at).getTime() > SEEN_EVERY) {
    const began = new Date(session.created_at).getTime();
    const end = Math.min(now.getTime() + rolling * DAY, began + absolute * DAY);
    await touchSession(services.db, session.id, now, new Date(end));
  }
  return session;
}

/**
 * The workspace of the session: the one that the request names, else the last one that was chosen, else the first
 * one.
 */
export function scopeOf(session: SessionRow, named: string | null): Workspace | typeof PLATFORM | null {
  const find = (id: string | null) => session.workspaces.find((workspace) => workspace.id === id) ?? null;
  if (named === PLATFORM) return session.is_operator ? PLATFORM : null;
  if (named !== null) return find(named);
  const chosen = find(session.tenant_id) ?? (session.is_operator ? PLATFORM : null);
  return chosen ?? session.workspaces[0] ?? null;
}

/**
 * The actor of a signed-in person: a tenant key's reach with the permissions of their role, or a platform key's.
 * @throws AppError `unauthenticated` when the person is in no workspace, `tenant_suspended`, `partner_suspended`
 */
export function actorOf(session: SessionRow, scope: Workspace | typeof PLATFORM | null): Actor {
  if (scope === null)
    throw new AppError('unauthenticated', undefined, { message: 'You are in no workspace here.' });
  const person = {
    key_id: null,
    user_id: session.user_id,
    name: session.name,
    identity_id: null,
    expires_at: null,
  };
  if (scope === PLATFORM) {
    const permissions = new Set<string>(operatorPermissions);
    return { ...person, level: 'platform', mode: 'live', partner_id: null, tenant_id: null, permissions };
  }
  if (scope.partner_status !== null && scope.partner_status !== 'active')
    throw new AppError('partner_suspended');
  if (scope.status !== 'active') throw new AppError('tenant_suspended');
  return {
    ...person,
    level: 'tenant',
    mode: scope.mode,
    partner_id: scope.partner_id,
    tenant_id: scope.id,
    tenant_requests_per_minute: scope.requests_per_minute,
    permissions: new Set<string>(rolePermissions[scope.role]),
  };
}
