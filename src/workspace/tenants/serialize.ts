import type { z } from 'zod';
import type { Level } from '#kernel/catalogue/permissions.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type PaidAccount, planOrFree, planStateOf, topUpsOf } from '#workspace/billing/index.ts';
import { effectivePolicy } from './policy/document.ts';
import { policyRules } from './policy/rules.ts';
import type { TenantRow } from './repository.ts';
import type { billingAccountSchema, settingsSchema, tenantSchema } from './schema.ts';

export const serializeTenant = (row: TenantRow): z.input<typeof tenantSchema> => ({
  ...row,
  policy: effectivePolicy(row),
});

type Deployment = Pick<Services, 'clock' | 'config'>;

export const serializeBillingAccount = (
  { clock, config }: Deployment,
  row: TenantRow,
  paid: PaidAccount | null,
): z.input<typeof billingAccountSchema> => ({
  tenant_id: row.id,
  mode: row.billing_mode,
  plan: config.billing ? planStateOf(planOrFree(row.plan_id), paid, clock.now()) : null,
  topups: topUpsOf(row),
});

/** Members see which settings they may change; an operator may change all of them. */
export const serializeSettings = (
  row: TenantRow,
  level: Level = 'tenant',
): z.input<typeof settingsSchema> => ({
  name: row.name,
  slug: row.slug,
  timezone: row.timezone,
  address_suffix: row.address_suffix,
  has_partner: row.partner_id !== null,
  policy: policyRules(row, level === 'platform' ? 'platform' : 'tenant'),
});
