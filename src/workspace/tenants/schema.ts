import { z } from 'zod';
import { emailAddress, line, timestamp } from '#kernel/operation/schema.ts';
import { billingModes, planState, topUps } from '#workspace/billing/index.ts';
import { policyRule } from './policy/rules.ts';
import { policySchema } from './policy/schema.ts';
import { tenantModes, tenantStatuses } from './repository.ts';

/**
 * The local part of a mail address has 40 characters for username and suffix (spec 2.4). The suffix may
 * take 39 of them, and the default suffix is a dot and the slug, so a slug may have 38.
 */
const SLUG_MAX = 38;

const SUFFIX_MAX = SLUG_MAX + 1;

const SLUG = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** Empty, or a separator followed by a valid end of a dot-atom (RFC 5322, 3.2.3). */
const SUFFIX = /^([._-][a-z0-9]+([._-]+[a-z0-9]+)*)?$/;

/** Stops the checks early, because a pattern can overflow the stack on megabytes of input. */
const tooLong = { abort: true };

/** Whether the runtime knows this IANA time zone. Offsets such as +01:00 are not accepted. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const tenantFields = {
  slug: z
    .string()
    .max(SLUG_MAX, tooLong)
    .regex(SLUG, 'Use lower-case letters, digits and hyphens, with no hyphen at the beginning or the end.')
    .meta({ description: 'A short name, unique across tenants. It never changes.', examples: ['acme'] }),
  name: line(200, 1).meta({ description: 'The name that people see.', examples: ['Acme Inc.'] }),
  mode: z.enum(tenantModes).meta({
    description: 'A test tenant sends only to the simulator and within the deployment. It never changes.',
  }),
  timezone: z
    .string()
    .max(64, tooLong)
    .refine(isTimeZone, 'Use the name of a time zone, for example Europe/Berlin.')
    .meta({
      description: 'An IANA time zone. Daily limits and search dates use it.',
      examples: ['Europe/Berlin'],
    }),
  address_suffix: z
    .string()
    .max(SUFFIX_MAX, tooLong)
    .regex(SUFFIX, 'Leave it empty, or use . - or _ followed by lower-case letters and digits.')
    .refine((suffix) => !suffix.includes('..'), 'Remove one of the two consecutive dots.')
    .meta({
      description:
        'Follows the username in every address on the platform domain. Username and suffix together have at most ' +
        '40 characters. The default is a dot and the slug. One tenant may have an empty suffix, which only a ' +
        'platform key can set.',
      examples: ['.acme'],
    }),
};

/** The person who owns the workspace. */
export const ownerInput = z
  .strictObject({
    email: emailAddress,
    name: line(200, 1).meta({ examples: ['Ada Lovelace'] }),
  })
  .meta({ description: 'This person becomes the owner of the workspace and gets a sign-in link by mail.' });

/** A tenant in responses (spec 2.2). */
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
