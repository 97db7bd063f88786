import type { Transaction } from '#kernel/data/database.ts';
import type { AddressedEvent } from '#kernel/operation/services.ts';
import { insertDeliveries } from './delivery-repository.ts';

/**
 * Queues events for the endpoints that subscribe to them, in the transaction that records them: there is no time between
 * in which either could be lost, and no second pass over what happened.
 */
export const fanOut = (tx: Transaction, events: readonly AddressedEvent[], now: Date): Promise<number> =>
  insertDeliveries(tx, events, now);
