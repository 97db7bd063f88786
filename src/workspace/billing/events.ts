import { z } from 'zod';
import { defineEvent } from '#events/index.ts';
import { timestamp } from '#kernel/operation/schema.ts';

export const billingPlanChanged = defineEvent('billing.plan_changed', 'none', {
  from_plan: z.string().nullable(),
  to_plan: z.string().nullable(),
  reason: z.enum([
    'checkout',
    'portal',
    'payment_failed_grace_ended',
    'payment_recovered',
    'canceled',
    'operator',
  ]),
});
export const billingPaymentFailed = defineEvent('billing.payment_failed', 'none', { grace_until: timestamp });
export const billingLimitReached = defineEvent('billing.limit_reached', 'none', {
  feature: z.string(),
  granted: z.int(),
  resets_at: timestamp.nullable(),
});
