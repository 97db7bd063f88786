import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { FREE_PLAN, planOrFree } from '#workspace/billing/index.ts';
import { featuresOf } from '#workspace/usage/index.ts';
import { ownTenant, subscribed, wantedOf } from '../customer.ts';
import { requirePayments } from '../provider.ts';
import { linesOf } from '../sale-items.ts';
import { packFields, planId, stopSchema } from '../schema.ts';
import { stopsOf } from '../stops.ts';

export const preview = defineOperation({
  name: 'payments.preview',
  method: 'GET',
  path: '/console/billing/preview',
  summary: 'Preview the cost and the effects of a subscription change',
  description: 'The plan `free` stands for the end of the subscription, which costs nothing.',
  permission: 'tenants:manage',
  levels: ['tenant'],
  target: noTarget,
  errors: [
    'tenant_not_found',
    'payments_disabled',
    'subscription_missing',
    'payment_declined',
    'upstream_error',
    'upstream_rate_limited',
  ],
  input: z.strictObject({ plan_id: planId.optional(), ...packFields }),
  responses: {
    200: z.object({
      due_now: z
        .int()
        .meta({ description: 'In the smallest unit of the currency; negative amounts are a credit.' }),
      per_interval: z.int().meta({ description: 'The amount of the next invoice.' }),
      currency: z.string(),
      stops: z.array(stopSchema),
    }),
  },
  async run({ actor, services }, { plan_id, ...packs }) {
    const payments = requirePayments(services);
    const tenant = await ownTenant(services, actor);
    const account = await subscribed(services, tenant);
    const used = await featuresOf(services, tenant);
    if (plan_id === FREE_PLAN) {
      const free = planOrFree(FREE_PLAN);
      const body = { due_now: 0, per_interval: 0, currency: free.currency, stops: stopsOf(used, free, {}) };
      return { status: 200, body };
    }
    const wanted = wantedOf(account, { plan_id, packs });
    const cost = await payments.preview(account.subscription_id, linesOf(wanted.plan, wanted.packs));
    const body = {
      due_now: cost.dueNow,
      per_interval: cost.perInterval,
      currency: cost.currency,
      stops: stopsOf(used, wanted.plan, wanted.packs),
    };
    return { status: 200, body };
  },
});
