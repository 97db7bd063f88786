import { z } from 'zod';
import { limits } from '#kernel/catalogue/limits.ts';
import { emailAddress, id, line, metadata, multiline } from '#kernel/operation/schema.ts';
import { approvalMode, guardMode } from '#workspace/tenants/index.ts';
import { isNameOrDeceptive, NAME_FORM } from './names.ts';

/** A username or alias. Deceptive names pass here and are refused as `address_reserved` (see names.ts). */
export const name = line(limits.localPart, 1)
  .refine(
    isNameOrDeceptive,
    'Use 1 to 24 lower-case letters, digits, dots, hyphens and underscores, and begin with a letter or digit.',
  )
  .meta({ pattern: NAME_FORM.source, examples: ['billing-bot'] });

export const displayName = line(128, 1);
export const purpose = line(256);
export const clientId = line(255, 1);

export const owner = z
  .strictObject({ name: line(128, 1), email: emailAddress })
  .meta({ description: 'The person who is responsible for the identity. It cannot send without an owner.' });

export const signature = z
  .strictObject({ text: multiline(4_000), html: multiline(16_000).nullable().default(null) })
  .meta({ description: 'Appended to every message that the identity sends.' });

export const identityMetadata = metadata.meta({ description: 'At most 16 keys, 512 bytes per value.' });

/** A part that is left out stays as it is; `daily_cap: null` goes back to the tenant's cap. */
export const sendPolicy = z.strictObject({
  daily_cap: z.int().min(0).max(1_000_000).nullable().optional(),
  auto_reply: z.enum(['allowed', 'denied']).optional(),
  require_known_recipient: z.boolean().optional(),
  guard: guardMode.optional().meta({
    description:
      'How the guard treats the sends of this identity, where that is stricter than the policy of the tenant.',
  }),
  approval: approvalMode
    .optional()
    .meta({ description: 'Sends that need approval in addition to those of the policy of the tenant.' }),
});

export const domainId = id('domain')
  .nullable()
  .default(null)
  .meta({ description: "A domain of the tenant. The default is the platform's domain." });

/** Days that a retiring address still takes mail (spec 8.1). */
export const graceDays = z.int().min(0).max(365).default(90);
