import type { z } from 'zod';
import type { Services } from '#kernel/operation/services.ts';
import { type PaidAccount, planOrFree, planStateOf, topUpsOf } from '#workspace/billing/index.ts';
import { effectivePolicy } from './policy/document.ts';
import type { TenantRow } from './repository.ts';
import type { billingAccountSchema, tenantSchema } from './schema.ts';

export const toTenant = (row: TenantRow): z.input<typeof tenantSchema> => ({
  ...row,
  policy: effectivePolicy(row),
});

type Deployment = Pick<Services, 'clock' | 'config'>;

export const toBillingAccount = (
  { clock, config }: Deployment,
  row: TenantRow,
  paid: PaidAccount | null,
): z.input<typeof billingAccountSchema> => ({
  tenant_id: row.id,
  mode: row.billing_mode,
  plan: config.billing ? planStateOf(planOrFree(row.plan_id), paid, clock.now()) : null,
  topups: topUpsOf(row),
});
