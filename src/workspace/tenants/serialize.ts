import { z } from 'zod';
import { timestamp } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import {
  billingModes,
  type PaidAccount,
  planOrFree,
  planState,
  planStateOf,
  topUps,
  topUpsOf,
} from '#workspace/billing/index.ts';
import { effectivePolicy } from './policy/document.ts';
import { policySchema } from './policy/schema.ts';
import { type TenantRow, tenantModes, tenantStatuses } from './repository.ts';

/** A tenant as it is read (spec 2.2). */
export const tenantSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    mode: z.enum(tenantModes),
    status: z.enum(tenantStatuses),
    suspended_by: z.enum(['platform', 'partner']).nullable(),
    partner_id: z.string().nullable(),
    address_suffix: z.string(),
    timezone: z.string(),
    policy: policySchema,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Tenant', description: 'A customer workspace.' });

export const toTenant = (row: TenantRow): z.input<typeof tenantSchema> => ({
  ...row,
  policy: effectivePolicy(row),
});

/** A billing account (spec 2.12). */
export const billingAccountSchema = z
  .object({
    tenant_id: z.string(),
    mode: z.enum(billingModes).meta({
      description:
        'The setting of the tenant. A deployment without billing meters nothing, regardless of the mode.',
    }),
    plan: planState.nullable().meta({
      description: 'The plan applies while the mode is `metered`. Null if the deployment has no plans.',
    }),
    topups: topUps,
  })
  .meta({ id: 'BillingAccount' });

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
