import type { Transaction } from '#kernel/data/database.ts';
import type { AddressedEvent } from '#kernel/operation/services.ts';
import { insertDeliveries } from './delivery-repository.ts';

/**
 * Queues events for subscribed endpoints in the transaction that records the events, so that neither can be lost and
 * no second pass is needed.
 */
export const fanOut = (tx: Transaction, events: readonly AddressedEvent[], now: Date): Promise<number> =>
  insertDeliveries(tx, events, now);
