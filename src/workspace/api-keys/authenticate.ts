import type { Clock } from '#kernel/base/clock.ts';
import { isInNetworks } from '#kernel/base/network.ts';
import { AppError, type ErrorCode } from '#kernel/catalogue/errors.ts';
import { createBatcher, endOfTurn } from '#kernel/data/batcher.ts';
import type { Database } from '#kernel/data/database.ts';
import { sameBytes } from '#kernel/keys/sealing.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { LoggedCaller } from '#kernel/operation/request-log.ts';
import { findBySecretHashes, type PresentedKey } from './repository.ts';
import { BEARER_FORM, hashSecret } from './secret.ts';

export type Authenticator = {
  /**
   * `address` is the client's IP address, if it is known.
   * @throws AppError `unauthenticated`, `key_expired`, `key_revoked`, `key_source_denied`, `tenant_suspended`,
   *   `partner_suspended`
   */
  authenticate(authorization: string | null, address?: string | null): Promise<Actor>;
};

/**
 * Checks bearer keys against the database on every request, so a revocation takes effect with the next request in every
 * process. Requests that arrive together share one statement; nothing is kept between them.
 */
export function createAuthenticator(
  db: Database,
  clock: Clock,
  used: (keyId: string, at: Date) => void,
): Authenticator {
  const lookUp = createBatcher((hashes: string[]) => findAll(db, hashes), 256, undefined, endOfTurn);
  return {
    async authenticate(authorization, address = null) {
      const hash = hashSecret(bearerSecret(authorization));
      const key = await lookUp(hash.toString('base64'));
      if (!key || !sameBytes(hash, key.secret_hash)) throw refused('unknown');
      const now = clock.now();
      checkUsable(key, now);
      if (key.allowed_cidrs.length > 0 && !isInNetworks(address, key.allowed_cidrs))
        throw new AppError('key_source_denied', undefined, { caller: loggedCaller(key) });
      used(key.id, now);
      return { ...toActor(key), source_address: address };
    },
  };
}

async function findAll(db: Database, hashes: readonly string[]): Promise<(PresentedKey | null)[]> {
  const distinct = [...new Set(hashes)];
  const found = await findBySecretHashes(
    db.quick,
    distinct.map((hash) => Buffer.from(hash, 'base64')),
  );
  const byHash = new Map(found.map((key) => [key.secret_hash.toString('base64'), key]));
  return hashes.map((hash) => byHash.get(hash) ?? null);
}

/** @throws AppError `unauthenticated`, which says what is wrong with the header */
function bearerSecret(authorization: string | null): string {
  if (authorization === null || authorization.trim() === '') throw refused('missing');
  const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (secret === undefined || !BEARER_FORM.test(secret)) throw refused('malformed');
  return secret;
}

const reasons = {
  missing: 'The request contains neither an API key nor an access token.',
  malformed: 'The header Authorization contains neither an API key nor an access token.',
  unknown: 'This deployment does not know this API key or access token.',
};

const refused = (reason: keyof typeof reasons): AppError =>
  new AppError('unauthenticated', { reason }, { message: reasons[reason] });

function checkUsable(key: PresentedKey, now: Date): void {
  const past = (time: string | null): boolean => time !== null && new Date(time) <= now;
  const isOutdated = key.oauth_client_id !== null && past(key.secret_valid_until);
  const code = reasonAgainst(key, past);
  if (code === null) return;
  throw new AppError(code, undefined, {
    caller: loggedCaller(key),
    ...(isOutdated &&
      code === 'key_expired' && {
        message: 'This access token has expired. Exchange the refresh token for a new one.',
      }),
  });
}

function reasonAgainst(key: PresentedKey, past: (time: string | null) => boolean): ErrorCode | null {
  if (key.revoked_at !== null) return 'key_revoked';
  if (past(key.secret_valid_until)) return key.oauth_client_id === null ? 'key_revoked' : 'key_expired';
  if (past(key.expires_at)) return 'key_expired';
  if (key.partner_status !== null && key.partner_status !== 'active') return 'partner_suspended';
  return key.tenant_status !== null && key.tenant_status !== 'active' ? 'tenant_suspended' : null;
}

const loggedCaller = ({ id, tenant_id }: PresentedKey): LoggedCaller | null =>
  tenant_id === null ? null : { tenant_id, key_id: id, user_id: null };

const toActor = (key: PresentedKey): Actor => ({
  key_id: key.id,
  user_id: null,
  name: key.name,
  level: key.level,
  mode: key.mode,
  partner_id: key.partner_id,
  tenant_id: key.tenant_id,
  identity_id: key.identity_id,
  identity_ids: key.identity_ids,
  permissions: new Set(key.permissions),
  expires_at: key.expires_at,
  allowed_cidrs: key.allowed_cidrs,
  mcp_view: key.mcp_view,
  tools: key.tools,
  tenant_requests_per_minute: key.tenant_requests_per_minute,
});
