import { createHash, randomBytes } from 'node:crypto';
import { after, MINUTE } from '#kernel/base/clock.ts';
import type { Queryable, Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { sendServiceMail } from '#workspace/notifications/index.ts';
import { beginTest, markForwarded, passTest } from './forwarding-repository.ts';
import type { AddressRow } from './repository.ts';

/** Minutes within which the token must arrive (spec 8.2). */
const TEST_MINUTES = 10;
const TOKEN_BYTES = 20;

/** The header that carries the token, so that its message is recognised and never stored. */
export const FORWARDING_HEADER = 'X-Proofmail-Forwarding-Test';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Sends a message with a one-time token to the outside, which must come back through the customer's forwarding. */
export async function startForwardingTest(
  tx: Transaction,
  services: Services,
  address: AddressRow,
): Promise<AddressRow> {
  const now = services.clock.now();
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const tested = await beginTest(tx, address.id, hashOf(token), after(now, TEST_MINUTES * MINUTE), now);
  await sendServiceMail(tx, services, {
    to: address.address,
    subject: 'Forwarding test',
    text:
      'This message tests whether mail to this address is forwarded. It is removed when it arrives.\n\n' +
      `Token: ${token}\n`,
    from: 'mailer-daemon',
    by_way_of_dns: true,
    headers: { [FORWARDING_HEADER]: token },
  });
  return tested!;
}

/**
 * Handles a message with the header `X-Proofmail-Forwarding-Test`, which is never stored.
 * @returns whether its token passed a running test
 */
export const takeForwardingTest = async (
  { db, clock }: { db: Queryable } & Pick<Services, 'clock'>,
  { address, token }: { address: string; token: string },
): Promise<boolean> => (await passTest(db, address.toLowerCase(), hashOf(token), clock.now())) === 1;

/** Notes that other forwarded mail arrived, which shows that forwarding works (spec 3.3). */
export const noteForwarded = (db: Queryable, addressIds: readonly string[], now: Date): Promise<number> =>
  markForwarded(db, addressIds, now);
