import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import type { Config } from '#kernel/base/config.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { type Call, defineOperation } from '#kernel/operation/operation.ts';
import { line, pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import {
  billingModes,
  billingPlanChanged,
  findPlan,
  isManaged,
  lockPaidAccount,
} from '#workspace/billing/index.ts';
import { lockTenant, type TenantRow, updateTenant } from '../repository.ts';
import { billingAccountSchema } from '../schema.ts';
import { serializeBillingAccount } from '../serialize.ts';
import { assertNotErased, writableTenantTarget } from '../target.ts';

export const updateBilling = defineOperation({
  name: 'tenants.update_billing',
  method: 'PATCH',
  path: '/v1/tenants/{tenant_id}/billing',
  summary: "Change a tenant's billing account",
  description:
    'Sets the billing mode or gives the tenant a complimentary plan. If billing is switched off (PM_BILLING) on the ' +
    'deployment, any plan_id is refused. A plan that the tenant pays for can only be changed by the tenant.',
  permission: 'tenants:manage',
  levels: ['platform'],
  target: writableTenantTarget,
  errors: ['tenant_erased', 'plan_managed_by_stripe'],
  example: { mode: 'exempt' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    mode: z.enum(billingModes).optional(),
    plan_id: line(64, 1).optional().meta({ description: 'A complimentary plan.' }),
  }),
  responses: { 200: billingAccountSchema },
  async run(call, { tenant_id, mode, plan_id }) {
    const { services } = call;
    if (plan_id !== undefined) assertOffered(services.config, plan_id);
    const before = await lockTenant(call.db, tenant_id);
    if (!before) throw new AppError('tenant_not_found');
    assertNotErased(call.actor, before);
    // Everywhere, the tenant's row is locked before this one, which prevents deadlocks.
    const paid = await lockPaidAccount(call.db, tenant_id);
    if (plan_id !== undefined && paid && isManaged(paid)) throw new AppError('plan_managed_by_stripe');
    const after = {
      ...before,
      billing_mode: mode ?? before.billing_mode,
      plan_id: plan_id ?? before.plan_id,
      updated_at: services.clock.now().toISOString(),
    };
    if (after.billing_mode !== before.billing_mode || after.plan_id !== before.plan_id)
      await change(call, before, after);
    return { status: 200, body: serializeBillingAccount(services, after, paid) };
  },
});

/** Checks that the deployment offers this plan. @throws AppError `invalid_request` */
function assertOffered({ billing }: Config, planId: string): void {
  if (billing && findPlan(planId)) return;
  const message = 'Use a plan that GET /v1/plans lists.';
  throw invalidRequest([{ path: 'plan_id', message }]);
}

async function change(call: Call<TenantRow, 'PATCH'>, before: TenantRow, after: TenantRow): Promise<void> {
  await updateTenant(call.db, after);
  const movesPlan = after.plan_id !== before.plan_id;
  await recordAudit(call.db, call, {
    action: 'billing.update',
    target_type: 'tenant',
    target_id: after.id,
    tenant_id: after.id,
    details: {
      mode: after.billing_mode,
      previous_mode: before.billing_mode,
      ...(movesPlan && { plan_id: after.plan_id, previous_plan_id: before.plan_id }),
    },
  });
  if (!movesPlan) return;
  const data = { from_plan: before.plan_id, to_plan: after.plan_id, reason: 'operator' } as const;
  await recordEvents(call.db, call.services, [billingPlanChanged({ tenant_id: after.id, data })]);
}
