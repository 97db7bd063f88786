import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { sameBytes } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';
import { hashSignInToken } from '#workspace/members/index.ts';
import { endRequest, takeToken, takeTry } from './repository.ts';
import { hashCode } from './request.ts';
import { beginSession, type Client } from './session.ts';

const refusal = (what: string): AppError =>
  new AppError('unauthenticated', undefined, {
    message: `This ${what} is wrong, used or over. Ask for another.`,
  });

/**
 * Signs in with the link of a mail.
 * @returns the session's cookie token
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
  if (!session) throw refusal('link');
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
  if (!row || !key || !sameBytes(hashCode(key, id, code), row.code_hash)) throw refusal('code');
  const session = await services.db.transaction(async (tx) =>
    // Whoever ends it is the one who signs in.
    (await endRequest(tx, id)) ? beginSession(tx, services, row.user_id, client) : null,
  );
  if (!session) throw refusal('code');
  return session;
}
