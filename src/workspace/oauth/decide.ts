import { after, DAY, SECOND } from '#kernel/base/clock.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Permission } from '#kernel/catalogue/permissions.ts';
import type { Queryable, Transaction } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { assertMayConnect } from '#workspace/api-keys/index.ts';
import { answerTo } from './authorize.ts';
import { decideRequest, findOpenRequest, type RequestRow } from './repository.ts';
import { hashToken, newToken, readUserCode } from './secrets.ts';

/** A page identifies a request by the token in its URL, or by the code of a device. */
export type Named = { request?: string | undefined; user_code?: string | undefined };

/** @throws AppError `access_request_not_found`, `rate_limited` */
export async function requireOpenRequest(
  db: Queryable,
  { clock, limiter }: Services,
  actor: Actor,
  { request, user_code }: Named,
): Promise<RequestRow> {
  if (request !== undefined)
    return found(await findOpenRequest(db, { handle_hash: hashToken(request) }, clock.now()));
  // A code is short, so the number of attempts is limited.
  const { allowed, resetSeconds } = await limiter.consume(
    'oauth_user_code',
    actor.user_id ?? '',
    limits.oauth.userCodesPerMinute,
  );
  if (!allowed) throw new AppError('rate_limited', undefined, { retryAfter: resetSeconds });
  const code = readUserCode(user_code ?? '');
  return found(code === '' ? null : await findOpenRequest(db, { user_code: code }, clock.now()));
}

function found(request: RequestRow | null): RequestRow {
  if (request) return request;
  throw new AppError('access_request_not_found');
}

export type Choice = {
  /** Null for the whole workspace. */
  identity_ids: readonly string[] | null;
  permissions: readonly Permission[];
  /** Null if the access lasts until somebody ends it. */
  days: number | null;
};

/**
 * Gives an application the access that a person chose in their current workspace.
 * @returns the URL to which the browser goes; null for a device, which polls
 * @throws AppError `access_request_not_found`, `key_scope_exceeded`, `invalid_request`
 */
export async function approveRequest(
  tx: Transaction,
  services: Services,
  actor: Actor,
  request: RequestRow,
  choice: Choice,
): Promise<string | null> {
  const now = services.clock.now();
  const permissions = [...new Set(choice.permissions)];
  const beyond = permissions.findIndex((permission) => !request.scopes.includes(permission));
  if (beyond !== -1)
    throw invalidRequest([
      { path: `permissions.${beyond}`, message: 'The application did not ask for this permission.' },
    ]);
  const expires_at = choice.days === null ? null : after(now, choice.days * DAY).toISOString();
  const identity_ids = choice.identity_ids && [...new Set(choice.identity_ids)];
  await assertMayConnect(tx, actor, { identity_ids, permissions, expires_at });
  const code = request.kind === 'browser' ? newToken() : null;
  const isFirst = await decideRequest(
    tx,
    request.handle_hash,
    {
      decision: 'approved',
      user_id: actor.user_id,
      tenant_id: actor.tenant_id,
      // A process of the previous release reads only this column. It must see an identity, or it would give the whole
      // workspace.
      identity_id: identity_ids?.[0] ?? null,
      identity_ids: identity_ids ?? [],
      permissions,
      grant_expires_at: expires_at,
      code_hash: code === null ? null : hashToken(code),
      code_expires_at: code === null ? null : after(now, limits.oauth.codeSeconds * SECOND),
    },
    now,
  );
  if (!isFirst) throw new AppError('access_request_not_found');
  return code === null ? null : backTo(services, request, { code });
}

/** Denies a request. @returns the URL to which the browser goes; null for a device */
export async function denyRequest(
  tx: Transaction,
  services: Services,
  actor: Actor,
  request: RequestRow,
): Promise<string | null> {
  const decision = {
    decision: 'denied' as const,
    user_id: actor.user_id,
    tenant_id: null,
    identity_id: null,
    identity_ids: [],
    permissions: [],
    grant_expires_at: null,
    code_hash: null,
    code_expires_at: null,
  };
  if (!(await decideRequest(tx, request.handle_hash, decision, services.clock.now())))
    throw new AppError('access_request_not_found');
  const error_description = 'The person denied access.';
  return request.kind === 'device'
    ? null
    : backTo(services, request, { error: 'access_denied', error_description });
}

const backTo = (
  services: Services,
  { redirect_uri, state }: RequestRow,
  parameters: Record<string, string>,
) => answerTo(services, { redirect_uri: redirect_uri ?? '', state }, parameters);
