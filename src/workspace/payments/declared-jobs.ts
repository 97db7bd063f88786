import { z } from 'zod';
import { declareJob } from '#jobs/index.ts';

/** Reads the current subscription of a customer (`follow.ts`). */
export const readPayments = declareJob({
  name: 'payments.read',
  payload: z.object({ customer_id: z.string() }),
  // With the usual back-off these are more than two days, as long as an outage of the provider may last.
  tries: 16,
});
