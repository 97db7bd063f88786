import { AppError } from '#kernel/catalogue/errors.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { sameBytes } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';
import { hashSignInToken } from '#workspace/members/index.ts';
import { providerOf } from '#workspace/sign-in-rules/index.ts';
import { findAccount, insertAccount } from './account-repository.ts';
import type { Client } from './client.ts';
import { type Entry, enter } from './entry.ts';
import { hashCode } from './mail.ts';
import { recordSessionChange } from './record.ts';
import { type CodeRow, endRequest, takeToken, takeTry } from './repository.ts';

type Attempt = { userId: string | null; client: Client; way: 'code' | 'link' };

/** The error of a failed attempt, which the audit log keeps. */
async function refused(services: Services, { userId, client, way }: Attempt): Promise<AppError> {
  const details = { way };
  await recordSessionChange(services.db, services, { action: 'session.refuse', userId, client, details });
  return new AppError('unauthenticated', undefined, {
    message: `This ${way} is wrong, has been used or has expired. Request a new one.`,
  });
}

/**
 * Signs in with the link in a mail, in any browser.
 * @throws AppError `unauthenticated`, `sso_required`, `sign_in_method_denied`
 */
export async function redeemLink(services: Services, token: string, client: Client): Promise<Entry> {
  const now = services.clock.now();
  const entry = await services.db.transaction(async (tx) => {
    const row = await takeToken(tx, hashSignInToken(token));
    const isGood = row && new Date(row.expires_at) > now && services.keyRing.verifying('link', row.kid, now);
    if (!isGood) return null;
    if (row.request_id) await endRequest(tx, row.request_id);
    return enter(tx, services, row.user_id, client, { way: 'mail' });
  });
  if (!entry) throw await refused(services, { userId: null, client, way: 'link' });
  return entry;
}

/**
 * Signs in with the code in a mail, in the browser that requested it. A wrong code is counted even if this process dies
 * immediately afterwards. The code of a sign-in with a provider links the provider's account and signs in with it.
 * @throws AppError `unauthenticated`, `sso_required`, `sign_in_method_denied`
 */
export async function redeemCode(
  services: Services,
  { challenge, code }: { challenge: string; code: string },
  client: Client,
): Promise<Entry> {
  const id = hashSignInToken(challenge);
  const now = services.clock.now();
  const row = await takeTry(services.db, id, limits.signIn.codeTries, now);
  const key = row && services.keyRing.verifying('link', row.kid, now);
  const attempt = { userId: row?.user_id ?? null, client, way: 'code' } as const;
  if (!row || !key || !sameBytes(hashCode(key, id, code), row.code_hash))
    throw await refused(services, attempt);
  const entry = await services.db.transaction(async (tx) => {
    // If two requests have the right code, only the one that ends the sign-in request signs in.
    if (!(await endRequest(tx, id))) return null;
    const way = (await link(tx, services, row, client)) ?? 'mail';
    return enter(tx, services, row.user_id, client, { way });
  });
  if (!entry) throw await refused(services, attempt);
  return entry;
}

/** Links the account that the request is for. @returns the way in which it signs in, or null for a request without one */
async function link(
  tx: Transaction,
  services: Services,
  { user_id, provider: way, issuer, subject }: CodeRow,
  client: Client,
): Promise<string | null> {
  if (way === null || issuer === null || subject === null) return null;
  const provider = providerOf(way);
  const account = { id: newUlid(), user_id, provider, issuer, subject, addresses: [] };
  if (await insertAccount(tx, account, services.clock.now())) {
    const details = { provider };
    const action = 'sign_in.link_provider';
    await recordSessionChange(tx, services, { action, userId: user_id, client, details });
  } else if ((await findAccount(tx, account))?.user_id !== user_id) return null;
  return way;
}
