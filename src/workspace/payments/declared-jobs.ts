import { z } from 'zod';
import { declareJob } from '#jobs/index.ts';

/** Reads the current subscription of a customer (`follow.ts`). */
export const readPayments = declareJob({
  name: 'payments.read',
  payload: z.object({ customer_id: z.string() }),
  // With the usual back-off, the tries cover more than two days, in case the provider has a long outage.
  tries: 16,
});
