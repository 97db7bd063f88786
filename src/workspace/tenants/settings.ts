import { z } from 'zod';
import type { Level } from '#kernel/catalogue/permissions.ts';
import { policyRule, policyRules } from './policy/rules.ts';
import type { TenantRow } from './repository.ts';

/** The settings of a workspace that its members see in the console. */
export const settingsSchema = z.object({
  name: z.string(),
  slug: z.string(),
  timezone: z.string(),
  address_suffix: z.string(),
  /** Whether a partner manages it for its members. */
  has_partner: z.boolean(),
  policy: z.array(policyRule),
});

/** Members see which settings they may change; an operator may change all of them. */
export const toSettings = (row: TenantRow, level: Level = 'tenant'): z.input<typeof settingsSchema> => ({
  name: row.name,
  slug: row.slug,
  timezone: row.timezone,
  address_suffix: row.address_suffix,
  has_partner: row.partner_id !== null,
  policy: policyRules(row, level === 'platform' ? 'platform' : 'tenant'),
});
