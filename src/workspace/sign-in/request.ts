import { createHash, randomBytes } from 'node:crypto';
import { enqueue } from '#jobs/index.ts';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { clientNetwork } from '#kernel/base/network.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Row } from '#kernel/data/row.ts';
import type { Services } from '#kernel/operation/services.ts';
import { hashSignInToken } from '#workspace/members/index.ts';
import { providerOf } from '#workspace/sign-in-rules/index.ts';
import type { Client } from './client.ts';
import { signInMailJob } from './declared-jobs.ts';
import { countRequests, insertRequest, knownAddresses } from './repository.ts';

const { requestsPerAddress, minutes } = limits.signIn;

/** Extra time, because the mail may wait for the worker before its ten minutes begin. */
const REQUEST_LIFE = 2 * minutes * MINUTE;

/**
 * The number of requests for one address that all networks together may make within the limit's period. After that, only
 * networks from which the person is signed in may request a code, so that strangers can neither flood a mailbox nor lock its
 * owner out.
 */
const MOST_FROM_STRANGERS = 12;

/** The account at a provider that the code will link, and the sign-in method that results. */
export type Account = Row<'provider_accounts', 'issuer' | 'subject'> & { way: string };

/**
 * Starts a sign-in. The same happens for every address, so that only the mailbox shows whether the address is known. The
 * limit of 3 requests in 10 minutes counts per address and client network, so that strangers do not use up the owner's
 * requests.
 * @returns the challenge, which only this browser gets and without which the code does not work
 * @throws AppError `rate_limited`
 */
export async function requestSignIn(
  services: Services,
  email: string,
  client: Client,
  account: Account | null = null,
): Promise<string> {
  const address = email.toLowerCase();
  const addressHash = sha256(address);
  const network = clientNetwork(client.address);
  const networkHash = sha256(network);
  const challenge = randomBytes(32).toString('base64url');
  const id = hashSignInToken(challenge);
  const now = services.clock.now();
  const window = requestsPerAddress.minutes * MINUTE;
  await services.db.transaction(async (tx) => {
    await lockNames(tx, 'sign-in', [addressHash.toString('base64')]);
    const before = await countRequests(tx, { addressHash, networkHash }, after(now, -window));
    const known = (await knownAddresses(tx, address)).map(clientNetwork);
    const isFlood = before.fromAll >= MOST_FROM_STRANGERS && !known.includes(network);
    if (before.fromNetwork >= requestsPerAddress.many || isFlood)
      throw new AppError('rate_limited', undefined, { retryAfter: window / 1000 });
    await insertRequest(tx, {
      id,
      addressHash,
      networkHash,
      createdAt: now,
      expiresAt: after(now, REQUEST_LIFE),
      account,
    });
    const provider = account && { provider: providerOf(account.way) };
    await enqueue(tx, signInMailJob, { request: id.toString('base64url'), email: address, ...provider });
  });
  return challenge;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
