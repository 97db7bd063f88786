import { after, DAY, SECOND } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import {
  ACCESS_TOKEN_SECONDS,
  createApplicationKey,
  endApplicationKey,
  renewAccessToken,
} from '#workspace/api-keys/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { holdMember, rolePermissions } from '#workspace/members/index.ts';
import { assertOurResource } from './addresses.ts';
import { OAuthError } from './error.ts';
import { DEVICE_GRANT } from './metadata.ts';
import {
  insertGrant,
  insertRefreshToken,
  lockRefreshToken,
  lockRequest,
  markPolled,
  markRefreshed,
  markUsed,
  prolongClient,
  type RequestRow,
} from './repository.ts';
import { assertWithinScope } from './scopes.ts';
import { hashToken, newToken, provesChallenge, REFRESH_PREFIX } from './secrets.ts';

/** The client that calls the token endpoint, and its address. */
export type TokenCall = { clientId: string; requestId: string; address: string | null };

type Tokens = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
};

/**
 * The token endpoint. Inside transactions a refusal is a value and not an exception, because anything that it revokes
 * must stay revoked.
 * @throws OAuthError
 */
export async function exchange(
  services: Services,
  call: TokenCall,
  form: ReadonlyMap<string, string>,
): Promise<Tokens> {
  assertOurResource(services.config, form.get('resource'));
  const given = grantOf(form.get('grant_type'));
  const outcome = await services.db.transaction((tx) => given(tx, services, call, form));
  if (outcome instanceof OAuthError) throw outcome;
  return outcome;
}

type Exchange = (
  tx: Transaction,
  services: Services,
  call: TokenCall,
  form: ReadonlyMap<string, string>,
) => Promise<Tokens | OAuthError>;

function grantOf(type: string | undefined): Exchange {
  if (type === 'authorization_code') return byCode;
  if (type === 'refresh_token') return byRefreshToken;
  if (type === DEVICE_GRANT) return byDeviceCode;
  throw new OAuthError('unsupported_grant_type', 'Use a grant_type that the metadata lists.');
}

/** The same response for another client's code and for one that does not exist. */
const wrongCode = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The code is wrong, has been used, has expired, or belongs to another request.',
  );

const byCode: Exchange = async (tx, services, call, form) => {
  const request = await lockRequest(tx, { code_hash: hashToken(form.get('code') ?? '') });
  if (!request || request.client_id !== call.clientId) return wrongCode();
  if (request.used_at !== null) {
    await endReused(tx, services, call, request, 'authorization_code_reused');
    return wrongCode();
  }
  const redirectUri = form.get('redirect_uri');
  const isOver = new Date(request.code_expires_at ?? 0) <= services.clock.now();
  if (isOver || (redirectUri !== undefined && redirectUri !== request.redirect_uri)) return wrongCode();
  const verifier = form.get('code_verifier') ?? '';
  if (!provesChallenge(verifier, request.code_challenge ?? ''))
    return new OAuthError('invalid_grant', 'The code_verifier does not match the code_challenge.');
  return connect(tx, services, call, request);
};

const byDeviceCode: Exchange = async (tx, services, call, form) => {
  const now = services.clock.now();
  const request = await lockRequest(tx, { handle_hash: hashToken(form.get('device_code') ?? '') });
  if (!request || request.client_id !== call.clientId) return wrongCode();
  if (request.used_at !== null) {
    await endReused(tx, services, call, request, 'device_code_reused');
    return wrongCode();
  }
  if (new Date(request.expires_at) <= now)
    return new OAuthError('expired_token', 'Nobody decided in time. Request a new device code.');
  if (request.decision === 'denied') return new OAuthError('access_denied', 'The person denied access.');
  if (request.decision === 'approved') return connect(tx, services, call, request);
  const isHasty =
    request.polled_at !== null && now < after(new Date(request.polled_at), limits.oauth.pollSeconds * SECOND);
  await markPolled(tx, request.handle_hash, now);
  return isHasty
    ? new OAuthError('slow_down', `Poll at most once every ${limits.oauth.pollSeconds} seconds.`)
    : new OAuthError('authorization_pending', 'Nobody has decided yet. Poll again.');
};

/** A code that is used twice may be stolen, so the access that it led to ends (RFC 6749 4.1.2). */
async function endReused(
  tx: Transaction,
  services: Services,
  call: TokenCall,
  { key_id, tenant_id }: RequestRow,
  reason: string,
): Promise<void> {
  if (key_id === null || tenant_id === null) return;
  await end(tx, services, call, { key_id, tenant_id }, reason);
}

const end = (
  tx: Transaction,
  services: Services,
  { requestId, address, clientId }: TokenCall,
  { key_id, tenant_id }: { key_id: string; tenant_id: string },
  reason: string,
): Promise<boolean> => {
  const actor = { key_id, user_id: null, source_address: address };
  const details = { reason, client_id: clientId };
  const key = { id: key_id, tenant_id };
  return endApplicationKey(tx, { actor, requestId, services }, key, details, services.clock.now());
};

const nobody = (): OAuthError =>
  new OAuthError('invalid_grant', 'The person who granted this no longer has that access. Authorize again.');

/** Creates the application's key. The person must still be a member, and cannot give more than they hold now. */
async function connect(
  tx: Transaction,
  services: Services,
  call: TokenCall,
  request: RequestRow,
): Promise<Tokens | OAuthError> {
  const { user_id, tenant_id, client_id, client_name, client_uri } = request;
  if (request.decision !== 'approved' || user_id === null || tenant_id === null) return wrongCode();
  const now = services.clock.now();
  const role = await holdMember(tx, tenant_id, user_id);
  const held = new Set<string>(role === null ? [] : rolePermissions[role]);
  const permissions = request.permissions.filter((permission) => held.has(permission));
  if (role === null || permissions.length === 0) return nobody();
  const person: Actor = {
    key_id: null,
    user_id,
    name: '',
    level: 'tenant',
    mode: 'live',
    partner_id: null,
    tenant_id,
    identity_id: null,
    permissions: held,
    expires_at: null,
    source_address: call.address,
  };
  const grant = { identity_ids: identitiesIn(request), permissions, expires_at: request.grant_expires_at };
  const made = await createApplicationKey(tx, person, { ...grant, name: client_name, client_id, now }).catch(
    (error: unknown) => {
      // The identity or the workspace was deleted in the meantime. Nothing has been written yet.
      if (error instanceof AppError) return null;
      throw error;
    },
  );
  if (!made) return nobody();
  const key_id = made.key.id;
  await insertGrant(tx, { key_id, client_id, client_name, client_uri, tenant_id, user_id });
  await markUsed(tx, request.handle_hash, key_id, now);
  await recordAudit(
    tx,
    { actor: person, requestId: call.requestId, services },
    {
      action: 'application.connect',
      target_type: 'key',
      target_id: key_id,
      tenant_id,
      details: { client_id, ...grant },
    },
  );
  return answer(tx, { key_id, client_id, permissions, token: made.token }, now);
}

/** The given identities; null for the whole workspace. A process of the previous release stores only one identity. */
const identitiesIn = ({ identity_id, identity_ids }: RequestRow): readonly string[] | null => {
  if (identity_ids.length > 0) return identity_ids;
  return identity_id === null ? null : [identity_id];
};

const byRefreshToken: Exchange = async (tx, services, call, form) => {
  const now = services.clock.now();
  const wrong = () =>
    new OAuthError('invalid_grant', 'The refresh token is wrong, has been used, or has expired.');
  const token = await lockRefreshToken(tx, hashToken(form.get('refresh_token') ?? ''));
  if (!token || token.client_id !== call.clientId) return wrong();
  if (token.used_at !== null) {
    // Either the owner or a thief has the next token. Nobody can tell which, so both lose access (RFC 9700 4.14.2).
    await end(tx, services, call, token, 'refresh_token_reused');
    return wrong();
  }
  if (new Date(token.expires_at) <= now) return wrong();
  const renewed = await renewAccessToken(tx, token.key_id, now);
  if (!renewed) return wrong();
  const { permissions } = renewed.key;
  // This throws and rolls back, so that the refresh token and the access token stay valid.
  assertWithinScope(form.get('scope'), permissions);
  await markRefreshed(tx, token, now);
  return answer(tx, { ...token, permissions, token: renewed.token }, now);
};

async function answer(
  tx: Transaction,
  made: { key_id: string; client_id: string; permissions: readonly string[]; token: string },
  now: Date,
): Promise<Tokens> {
  const refreshToken = newToken(REFRESH_PREFIX);
  const { refreshDays, registrationDays } = limits.oauth;
  await insertRefreshToken(tx, {
    hash: hashToken(refreshToken),
    keyId: made.key_id,
    expiresAt: after(now, refreshDays * DAY),
  });
  await prolongClient(tx, made.client_id, after(now, registrationDays.used * DAY));
  return {
    access_token: made.token,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    scope: made.permissions.join(' '),
  };
}
