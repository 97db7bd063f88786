import { z } from 'zod';
import { recordAudit } from '#audit/index.ts';
import { AppError, invalidRequest } from '#kernel/errors.ts';
import { defineOperation } from '#kernel/operation.ts';
import { line, pathId } from '#kernel/schema.ts';
import { billingModes, lockTenant, updateTenant } from '../repository.ts';
import { billingAccountSchema, toBillingAccount } from '../serialize.ts';
import { assertNotErased, writableTenantTarget } from '../target.ts';

export const updateBilling = defineOperation({
  name: 'tenants.update_billing',
  method: 'PATCH',
  path: '/v1/tenants/{tenant_id}/billing',
  summary: "Change a tenant's billing account",
  description: 'Sets the billing mode. This deployment has no plans: any plan_id is refused.',
  permission: 'tenants:manage',
  levels: ['platform'],
  target: writableTenantTarget,
  errors: ['tenant_erased'],
  example: { mode: 'exempt' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    mode: z.enum(billingModes).optional(),
    plan_id: line(64, 1).optional().meta({ description: 'A complimentary plan.' }),
  }),
  responses: { 200: billingAccountSchema },
  async run(call, { tenant_id, mode, plan_id }) {
    if (plan_id !== undefined) {
      throw invalidRequest([
        { path: 'plan_id', message: 'Unknown plan: GET /v1/plans lists what this deployment has.' },
      ]);
    }
    const before = await lockTenant(call.db, tenant_id);
    if (!before) throw new AppError('tenant_not_found');
    assertNotErased(call.actor, before);
    if (mode === undefined || mode === before.billing_mode)
      return { status: 200, body: toBillingAccount(before) };
    const after = { ...before, billing_mode: mode, updated_at: call.services.clock.now().toISOString() };
    await updateTenant(call.db, after);
    await recordAudit(call.db, call, {
      action: 'billing.update',
      target_type: 'tenant',
      target_id: tenant_id,
      tenant_id,
      details: { mode, previous_mode: before.billing_mode },
    });
    return { status: 200, body: toBillingAccount(after) };
  },
});
