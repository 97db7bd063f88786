import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { findPaidAccount } from '#workspace/billing/index.ts';
import { billingAccountSchema } from '../schema.ts';
import { serializeBillingAccount } from '../serialize.ts';
import { tenantTarget } from '../target.ts';

export const readBilling = defineOperation({
  name: 'tenants.get_billing',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/billing',
  summary: "Read a tenant's billing account",
  description:
    'Returns the billing mode, the plan and the purchases of the tenant. If billing is switched off (PM_BILLING), ' +
    'nothing is metered.',
  permission: 'tenants:manage',
  levels: ['platform'],
  target: tenantTarget,
  errors: [],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: { 200: billingAccountSchema },
  async run({ target, db, services }) {
    const paid = await findPaidAccount(db, target.id);
    return { status: 200, body: serializeBillingAccount(services, target, paid) };
  },
});
