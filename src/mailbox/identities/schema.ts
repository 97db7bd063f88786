import { z } from 'zod';
import { limits } from '#kernel/catalogue/limits.ts';
import { emailAddress, id, line, metadata, multiline, timestamp } from '#kernel/operation/schema.ts';
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

/** The send policy in requests. Fields that are left out stay unchanged; `daily_cap: null` restores the tenant's cap. */
export const sendPolicy = z.strictObject({
  daily_cap: z.int().min(0).max(1_000_000).nullable().optional(),
  auto_reply: z.enum(['allowed', 'denied']).optional(),
  require_known_recipient: z.boolean().optional(),
  guard: guardMode.optional().meta({
    description:
      'How the guard treats the sends of this identity, where that is stricter than the policy of the tenant.',
  }),
  approval: approvalMode.optional().meta({
    description: 'Sends that need approval, in addition to those that the policy of the tenant holds.',
  }),
});

export const domainId = id('domain')
  .nullable()
  .default(null)
  .meta({ description: "A domain of the tenant. The default is the platform's domain." });

/** Days for which a retiring address still receives mail (spec 8.1). */
export const graceDays = z.int().min(0).max(365).default(90);

export const addressStatuses = ['pending', 'active', 'retiring', 'retired'] as const;

export const identityStatuses = ['active', 'paused', 'deleting', 'deleted'] as const;

export const pauseReasons = ['manual', 'abuse_threshold', 'tenant_suspended'] as const;

/** An address in responses (spec 2.5). */
export const addressSchema = z
  .object({
    id: z.string(),
    identity_id: z.string(),
    domain_id: z.string().nullable().meta({ description: 'Null for the platform domain.' }),
    address: z.string(),
    local_part: z.string(),
    role: z.enum(['primary', 'alias']),
    status: z.enum(addressStatuses),
    retire_at: timestamp.nullable(),
    retired_at: timestamp.nullable(),
    forwarding: z
      .enum(['unverified', 'ok', 'failed'])
      .nullable()
      .meta({ description: 'Null unless mail to the domain is forwarded to this deployment.' }),
    forwarding_checked_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Address' });

/** An identity in responses (spec 2.4). */
export const identitySchema = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    username: z.string(),
    display_name: z.string(),
    purpose: z.string(),
    status: z.enum(identityStatuses),
    pause_reason: z.enum(pauseReasons).nullable(),
    primary_address: z.string(),
    addresses: z.array(addressSchema),
    owner: z
      .object({ name: z.string(), email: z.string() })
      .nullable()
      .meta({ description: 'The identity cannot send without an owner.' }),
    signature: z
      .object({
        text: z.string(),
        html: z
          .string()
          .nullable()
          .meta({ description: 'Sanitised HTML. Sent messages contain the original HTML.' }),
      })
      .nullable(),
    send_policy: z.object({
      daily_cap: z
        .int()
        .nullable()
        .meta({ description: 'Null if the policy field identity_daily_send_cap of the tenant applies.' }),
      auto_reply: z.enum(['allowed', 'denied']),
      require_known_recipient: z.boolean(),
      guard: guardMode.optional().meta({
        description: 'How the guard treats its sends, where that is stricter than the policy of the tenant.',
      }),
      approval: approvalMode.optional().meta({
        description:
          'Sends that need approval, in addition to those that the policy of the tenant holds. Absent for none.',
      }),
    }),
    metadata: z.record(z.string(), z.unknown()),
    client_id: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Identity' });
