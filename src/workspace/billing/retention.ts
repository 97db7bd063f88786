import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { deletePaymentEventsBefore } from './paid-repository.ts';
import { periodBefore } from './period.ts';
import { deletePeriodsBefore } from './repository.ts';

/** Deletes counters from before the previous period. It is one statement, so a second run finds none. */
export const periodRetention: RetentionStep = {
  name: 'billing_periods',
  run: ({ services }) => deletePeriodsBefore(services.db, periodBefore(services.clock.now()).from),
};

/** The provider repeats an event for three days, and people can resend it for thirty, so older events never come again. */
const EVENT_DAYS = 35;

/** Deletes old events of the provider. It is one statement, so a second run finds none. */
export const paymentEventRetention: RetentionStep = {
  name: 'payment_events',
  run: ({ services }) =>
    deletePaymentEventsBefore(services.db, after(services.clock.now(), -EVENT_DAYS * DAY)),
};
