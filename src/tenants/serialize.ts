import { z } from 'zod';
import { timestamp } from '#kernel/schema.ts';
import { effectivePolicy } from './policy/document.ts';
import { policySchema } from './policy/schema.ts';
import { billingModes, type TenantRow, tenantModes, tenantStatuses } from './repository.ts';

/** A tenant as it is read (interface-spec 2.2). */
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

const amount = z.int().min(0);
const none = z.null().meta({ description: 'Null: this deployment has no plans.' });

/** A billing account (interface-spec 2.12) of a deployment without billing. */
export const billingAccountSchema = z
  .object({
    tenant_id: z.string(),
    mode: z.enum(billingModes).meta({
      description:
        'What is set for the tenant. A deployment without billing meters nothing, whatever the mode.',
    }),
    plan: none,
    topups: z.object({ inboxes: amount, sends: amount, triage: amount }),
  })
  .meta({ id: 'BillingAccount' });

export const toBillingAccount = (row: TenantRow): z.input<typeof billingAccountSchema> => ({
  tenant_id: row.id,
  mode: row.billing_mode,
  plan: null,
  topups: { inboxes: 0, sends: 0, triage: 0 },
});
