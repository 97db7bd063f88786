import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { FORWARDING_HEADER, noteForwarded, takeForwardingTest } from '#mailbox/identities/index.ts';
import type { Copy, Delivery } from './copies.ts';

const TOKEN = /^[0-9a-f]{40}$/;

/** The token of a forwarding test that a message carries; null for every other message. */
function tokenOf({ processed: { parsed } }: Delivery): string | null {
  const name = FORWARDING_HEADER.toLowerCase();
  const value = parsed.headers.find(([header]) => header.toLowerCase() === name)?.[1]?.trim() ?? '';
  return TOKEN.test(value) ? value : null;
}

/** Whether a message only tests whether mail is forwarded: it is never stored (spec 4.4 rule 6). */
export const isForwardingTest = (delivery: Delivery): boolean => tokenOf(delivery) !== null;

/**
 * Applies the forwarding tests among these messages to the addresses that they were sent to, and records that other
 * forwarded mail arrived.
 */
export async function applyForwarding(
  tx: Transaction,
  { clock }: Pick<Services, 'clock'>,
  batch: readonly Delivery[],
  copies: readonly Copy[],
): Promise<void> {
  for (const delivery of batch) {
    const token = tokenOf(delivery);
    const [to] = delivery.processed.parsed.to;
    if (token !== null && to) await takeForwardingTest({ db: tx, clock }, { address: to.address, token });
  }
  const own = copies.filter(({ recipient }) => !recipient.is_platform);
  if (own.length > 0)
    await noteForwarded(tx, [...new Set(own.map(({ recipient }) => recipient.address_id))], clock.now());
}
