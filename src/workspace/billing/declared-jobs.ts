import { z } from 'zod';
import { declareJob } from '#jobs/index.ts';

/**
 * Ends the payments of a former tenant, and deletes it as a customer of the payment provider. `src/workspace/payments`
 * does it.
 */
export const forgetCustomer = declareJob({
  name: 'payments.forget_customer',
  payload: z.object({ customer_id: z.string() }),
  tries: 20,
});
