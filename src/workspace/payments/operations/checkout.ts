import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { findPaidAccount, isManaged } from '#workspace/billing/index.ts';
import { assertMetered, customerOf, ownTenant, planForSale } from '../customer.ts';
import { followPayments } from '../follow.ts';
import { requirePayments } from '../provider.ts';
import { linesOf } from '../sale-items.ts';
import { asksProvider, pageSchema, planId } from '../schema.ts';

export const checkout = defineOperation({
  name: 'payments.checkout',
  method: 'POST',
  path: '/console/billing/checkout',
  summary: "Open the payment provider's page to buy a plan",
  permission: 'tenants:manage',
  levels: ['tenant'],
  target: noTarget,
  execution: asksProvider,
  errors: [
    'tenant_not_found',
    'payments_disabled',
    'subscription_exists',
    'upstream_error',
    'upstream_rate_limited',
  ],
  example: { plan_id: 'team' },
  input: z.strictObject({ plan_id: planId }),
  responses: { 200: pageSchema },
  async run({ actor, services }, { plan_id }) {
    const payments = requirePayments(services);
    const plan = planForSale(plan_id);
    const tenant = await ownTenant(services, actor);
    assertMetered(services, tenant);
    const customerId = await customerOf(services, tenant);
    // The event of an earlier purchase may still be on its way. Reading the provider keeps people from paying twice.
    await followPayments(services, customerId);
    const account = await findPaidAccount(services.db, tenant.id);
    if (account && isManaged(account)) throw new AppError('subscription_exists');
    const page = `${services.config.consoleUrl}/console/billing`;
    const url = await payments.checkout({
      customerId,
      tenantId: tenant.id,
      lines: linesOf(plan, {}),
      successUrl: `${page}?paid=1`,
      cancelUrl: page,
    });
    return { status: 200, body: { url } };
  },
});
