import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import {
  findPaidAccount,
  planOrFree,
  planState,
  planStateOf,
  topUps,
  topUpsOf,
} from '#workspace/billing/index.ts';
import { ownTenant, subscribed, wantedOf } from '../customer.ts';
import { followPayments } from '../follow.ts';
import { requirePayments } from '../provider.ts';
import { linesOf } from '../sale-items.ts';
import { asksProvider, packFields, planId } from '../schema.ts';

export const change = defineOperation({
  name: 'payments.change',
  method: 'PATCH',
  path: '/console/billing/subscription',
  summary: 'Change the plan or the top-ups of the subscription, or cancel it',
  description:
    'Fields that are left out stay unchanged. The remaining time is prorated: a higher price is charged at once, a lower one becomes a ' +
    'credit. A declined card changes nothing.',
  permission: 'tenants:manage',
  levels: ['tenant'],
  target: noTarget,
  execution: asksProvider,
  errors: [
    'tenant_not_found',
    'payments_disabled',
    'subscription_missing',
    'payment_declined',
    'upstream_error',
    'upstream_rate_limited',
  ],
  example: { plan_id: 'team' },
  input: z.strictObject({
    plan_id: planId.optional(),
    packs: z.strictObject(packFields).optional(),
    cancel_at_period_end: z.boolean().optional(),
  }),
  responses: { 200: z.object({ plan: planState, topups: topUps }) },
  async run(call, { plan_id, packs, cancel_at_period_end }) {
    const { actor, services, requestId } = call;
    if (plan_id === undefined && packs === undefined && cancel_at_period_end === undefined)
      throw invalidRequest([{ path: '', message: 'Send plan_id, packs or cancel_at_period_end.' }]);
    const payments = requirePayments(services);
    const tenant = await ownTenant(services, actor);
    const account = await subscribed(services, tenant);
    if (plan_id !== undefined || packs !== undefined) {
      const wanted = wantedOf(account, { plan_id, packs });
      await payments.change(account.subscription_id, linesOf(wanted.plan, wanted.packs));
    }
    if (cancel_at_period_end !== undefined)
      await payments.setCancelAtPeriodEnd(account.subscription_id, cancel_at_period_end);
    await followPayments(services, account.customer_id, { actor, requestId });
    const [after, paid] = await Promise.all([
      ownTenant(services, actor),
      findPaidAccount(services.db, tenant.id),
    ]);
    const plan = planStateOf(planOrFree(after.plan_id), paid, services.clock.now());
    return { status: 200, body: { plan, topups: topUpsOf(after) } };
  },
});
