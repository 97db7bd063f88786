import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { findPaidAccount } from '#workspace/billing/index.ts';
import { ownTenant } from '../customer.ts';
import { requirePayments } from '../provider.ts';
import { asksProvider, pageSchema } from '../schema.ts';

export const openPortal = defineOperation({
  name: 'payments.open_portal',
  method: 'POST',
  path: '/console/billing/portal',
  summary: "Open the payment provider's page for cards, addresses and invoices",
  permission: 'tenants:manage',
  levels: ['tenant'],
  target: noTarget,
  execution: asksProvider,
  errors: [
    'tenant_not_found',
    'payments_disabled',
    'subscription_missing',
    'upstream_error',
    'upstream_rate_limited',
  ],
  input: z.strictObject({}),
  responses: { 200: pageSchema },
  async run({ actor, services }) {
    const payments = requirePayments(services);
    const tenant = await ownTenant(services, actor);
    const account = await findPaidAccount(services.db, tenant.id);
    if (!account) throw new AppError('subscription_missing');
    const url = await payments.portal(
      account.customer_id,
      `${services.config.consoleUrl}/console/billing?paid=1`,
    );
    return { status: 200, body: { url } };
  },
});
