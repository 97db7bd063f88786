import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { findPaidAccount } from '#workspace/billing/index.ts';
import { ownTenant } from '../customer.ts';
import { followPayments } from '../follow.ts';
import { requirePayments } from '../provider.ts';
import { asksProvider } from '../schema.ts';

export const refresh = defineOperation({
  name: 'payments.refresh',
  method: 'POST',
  path: '/console/billing/refresh',
  summary: 'Read the subscription from the payment provider now',
  description: 'Used when a person returns from a page of the provider before its event has arrived.',
  permission: 'tenants:manage',
  levels: ['tenant'],
  target: noTarget,
  execution: asksProvider,
  errors: ['tenant_not_found', 'payments_disabled', 'upstream_error', 'upstream_rate_limited'],
  input: z.strictObject({}),
  responses: { 204: null },
  async run({ actor, services, requestId }) {
    requirePayments(services);
    const tenant = await ownTenant(services, actor);
    const account = await findPaidAccount(services.db, tenant.id);
    if (account) await followPayments(services, account.customer_id, { actor, requestId });
    return { status: 204, body: null };
  },
});
