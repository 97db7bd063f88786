import { z } from 'zod';
import { defineJob, enqueueMany } from '#jobs/index.ts';
import { forgetCustomer, takeEndedGraces } from '#workspace/billing/index.ts';
import { readPayments } from './declared-jobs.ts';
import { followPayments } from './follow.ts';
import { requirePayments } from './provider.ts';
import { reconcile } from './reconcile.ts';

const TAKEN_AT_ONCE = 200;

/** Reads a customer's current subscription. A second run reads the same state again. */
const read = defineJob({
  ...readPayments,
  async run({ services }, { customer_id }) {
    // Payments were turned off after the event arrived.
    if (services.payments) await followPayments(services, customer_id);
    return undefined;
  },
});

/**
 * Ends grace periods that are over. Each subscription is read once more at the provider, and its tenant gets the free
 * plan if it is still unpaid. A second run finds only those that have not been read yet.
 */
const endGraces = defineJob({
  name: 'payments.end_graces',
  payload: z.object({}),
  tries: 3,
  schedule: '*/10 * * * *',
  async run({ services }) {
    if (!services.payments) return undefined;
    const ended = await takeEndedGraces(services.db, services.clock.now(), TAKEN_AT_ONCE);
    await enqueueMany(
      services.db,
      readPayments,
      ended.map(({ customer_id }) => ({ customer_id })),
    );
    return undefined;
  },
});

/**
 * In a second run, the provider answers that the customer no longer exists. If payments have been turned off, the job
 * fails and becomes a dead letter, so that an operator notices it: otherwise a former customer would keep paying.
 */
const forget = defineJob({
  ...forgetCustomer,
  async run({ services }, { customer_id }) {
    await requirePayments(services).deleteCustomer(customer_id);
    return undefined;
  },
});

/** Compares all accounts with the provider every day. A second run finds only the remaining differences. */
const reconcileDaily = defineJob({
  name: 'payments.reconcile',
  payload: z.object({}),
  tries: 5,
  schedule: '40 3 * * *',
  async run({ services, signal }) {
    await reconcile({ services, signal, progress: async () => {} });
    return undefined;
  },
});

export const jobs = [read, endGraces, forget, reconcileDaily] as const;
