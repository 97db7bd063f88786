import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { sameBytes } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';
import { hashSignInToken } from '#workspace/members/index.ts';
import type { Client } from './client.ts';
import { recordSessionChange } from './record.ts';
import { endRequest, takeToken, takeTry } from './repository.ts';
import { hashCode } from './request.ts';
import { beginSession } from './session.ts';

type Attempt = { userId: string | null; client: Client; way: 'code' | 'link' };

/** The error of a failed attempt, which the audit log keeps. */
async function refused(services: Services, { userId, client, way }: Attempt): Promise<AppError> {
  const details = { way };
  await recordSessionChange(services.db, services, { action: 'session.refuse', userId, client, details });
  return new AppError('unauthenticated', undefined, {
    message: `This ${way} is wrong, used or expired. Ask for another.`,
  });
}

/**
 * Signs in with the code of a mail, in the browser that requested it. A wrong code is counted even if this process
 * dies right after.
 * @returns the session token for the cookie
 * @throws AppError `unauthenticated`
 */
export async function redeemLink(services: Services, token: string, client: Client): Promise<string> {
  const now = services.clock.now();
  const session = await services.db.transaction(async (tx) => {
    const row = await takeToken(tx, hashSignInToken(token));
    const isGood = row && new Date(row.expires_at) > now && services.keyRing.verifying('link', row.kid, now);
    if (!isGood) return null;
    if (row.request_id) await endRequest(tx, row.request_id);
    return beginSession(tx, services, row.user_id, client);
  });
  if (!session) throw await refused(services, { userId: null, client, way: 'link' });
  return session;
}

/**
 * Signs in with the code of a mail, in the browser that asked for it. A wrong code is counted even when this process
 * dies right after.
 * @returns the session's cookie token
 * @throws AppError `unauthenticated`
 */
export async function redeemCode(
  services: Services,
  { challenge, code }: { challenge: string; code: string },
  client: Client,
): Promise<string> {
  const id = hashSignInToken(challenge);
  const now = services.clock.now();
  const row = await takeTry(services.db, id, limits.signIn.codeTries, now);
  const key = row && services.keyRing.verifying('link', row.kid, now);
  const attempt = { userId: row?.user_id ?? null, client, way: 'code' } as const;
  if (!row || !key || !sameBytes(hashCode(key, id, code), row.code_hash))
    throw await refused(services, attempt);
  const session = await services.db.transaction(async (tx) =>
    // The request that ends the attempt is the one that signs in.
    (await endRequest(tx, id)) ? beginSession(tx, services, row.user_id, client) : null,
  );
  if (!session) throw await refused(services, attempt);
  return session;
}
