import { enqueue } from '#jobs/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import { insertPaymentEvent } from '#workspace/billing/index.ts';
import { readPayments } from './declared-jobs.ts';

/** Event types that may change what a customer pays for. All others are acknowledged and ignored. */
const CONCERNS = new RegExp(
  [
    '^customer\\.(subscription\\..+|deleted)$',
    '^invoice\\.(paid|payment_failed|voided|marked_uncollectible)$',
    '^checkout\\.session\\.(completed|async_payment_succeeded)$',
  ].join('|'),
);

/**
 * Receives an event of the payment provider. An event only triggers a job that reads the current state, so the order of
 * events does not matter, and a repeated event does nothing. When this returns, the event and its job are on disk.
 * @throws AppError `invalid_signature`
 */
export async function receivePaymentEvent(
  services: Services,
  body: Uint8Array,
  signature: string | null,
): Promise<void> {
  if (!services.payments) throw new AppError('invalid_signature');
  const { id, type, customerId } = services.payments.readEvent(body, signature);
  if (!CONCERNS.test(type)) return;
  await services.db.transaction(async (tx) => {
    const isNew = await insertPaymentEvent(tx, { id, type, customerId, now: services.clock.now() });
    if (isNew && customerId !== null) await enqueue(tx, readPayments, { customer_id: customerId });
  });
}
