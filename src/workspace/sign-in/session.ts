import { randomBytes } from 'node:crypto';
import { after, DAY, HOUR, MINUTE } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { hashSignInToken, rolePermissions } from '#workspace/members/index.ts';
import { denialOf } from '#workspace/sign-in-rules/index.ts';
import type { Client } from './client.ts';
import { recordSessionChange } from './record.ts';
import { beforeSecondFactor, operatorPermissions } from './roles.ts';
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

/** The shortest time between two updates of a session's `seen_at`. */
const SEEN_EVERY = 5 * MINUTE;

export type SignedIn = {
  /** The workspace in which the session begins, or else the one that the person used last. */
  tenantId?: string | null;
  /** `mail`, `passkey`, or the name of a provider. */
  way?: string;
  /** Whether a second factor was proven. */
  secondFactor?: boolean;
};

/** @returns the token for the cookie: 256 random bits, stored as a hash only */
export async function beginSession(
  db: Queryable,
  services: Services,
  userId: string,
  client: Client,
  { tenantId = null, way = 'mail', secondFactor = false }: SignedIn = {},
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
    way,
    second_factor_at: secondFactor ? now : null,
    created_at: now,
    expires_at: after(now, rolling * DAY),
  });
  await recordSessionChange(db, services, { userId, client, action: 'session.begin', details: { way } });
  return token;
}

/** The session of a cookie's token, or null. Reading it counts as use. */
export async function readSession(services: Services, token: string): Promise<SessionRow | null> {
  const now = services.clock.now();
  const session = await findSession(services.db, hashSignInToken(token), now);
  if (!session || !services.keyRing.verifying('link', session.kid, now)) return null;
  const latest = latestEnd(session);
  if (latest <= now.getTime()) return null;
  if (now.getTime() - new Date(session.seen_at).getTime() > SEEN_EVERY) {
    const end = Math.min(now.getTime() + rolling * DAY, latest);
    await touchSession(services.db, session.id, now, new Date(end));
  }
  return session;
}

/** The time at which a session ends: after the deployment's limit, or the shortest limit of the person's workspaces. */
function latestEnd({ created_at, workspaces }: SessionRow): number {
  const hours = workspaces.flatMap(({ session_hours }) => session_hours ?? []);
  const began = new Date(created_at).getTime();
  return began + Math.min(absolute * DAY, ...hours.map((each) => each * HOUR));
}

/**
 * The workspace of a request: the one that it names, otherwise the last chosen one, otherwise the first.
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
 * @throws AppError `unauthenticated` when the person is in no workspace, `tenant_suspended`, `partner_suspended`,
 * `sso_required`, `sign_in_method_denied`
 */
export function actorOf(session: SessionRow, scope: Workspace | typeof PLATFORM | null): Actor {
  if (scope === null)
    throw new AppError('unauthenticated', undefined, {
      message: 'You are not a member of any workspace here.',
    });
  const person = {
    key_id: null,
    user_id: session.user_id,
    name: session.name,
    identity_id: null,
    expires_at: null,
    signed_in: { way: session.way, second_factor: session.second_factor_at !== null },
  };
  if (scope === PLATFORM) {
    const reach = { level: 'platform', mode: 'live', partner_id: null, tenant_id: null } as const;
    if (session.is_among_others && session.second_factor_at === null)
      return { ...person, ...reach, ...beforeSecondFactor };
    return { ...person, ...reach, permissions: new Set<string>(operatorPermissions) };
  }
  if (scope.partner_status !== null && scope.partner_status !== 'active')
    throw new AppError('partner_suspended');
  if (scope.status !== 'active') throw new AppError('tenant_suspended');
  const denial = denialOf(scope, session.way);
  if (denial) throw new AppError(denial, { provider: scope.sso_provider, methods: scope.methods });
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
