import { z } from 'zod';
import { timestamp } from '#kernel/operation/schema.ts';
import { approvalMode, guardMode } from '#workspace/tenants/index.ts';
import type { AddressRow, SendPolicy, StoredIdentity } from './repository.ts';
import { safeSignature } from './safe-signature.ts';

export const addressStatuses = ['pending', 'active', 'retiring', 'retired'] as const;
export const identityStatuses = ['active', 'paused', 'deleting', 'deleted'] as const;
export const pauseReasons = ['manual', 'abuse_threshold', 'tenant_suspended'] as const;

/** An address as it is read (spec 2.5). */
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
      .meta({ description: 'Null unless mail to the domain is forwarded to us.' }),
    forwarding_checked_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Address' });

/** An identity as it is read (spec 2.4). */
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
      daily_cap: z.int().nullable().meta({ description: "Null for the tenant's identity_daily_send_cap." }),
      auto_reply: z.enum(['allowed', 'denied']),
      require_known_recipient: z.boolean(),
      guard: guardMode.optional().meta({
        description: 'How the guard treats its sends, where that is stricter than the policy of the tenant.',
      }),
      approval: approvalMode.optional().meta({
        description:
          'Sends that need approval in addition to those of the policy of the tenant. Absent for none.',
      }),
    }),
    metadata: z.record(z.string(), z.unknown()),
    client_id: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Identity' });

/** The effective send policy: the settings of the identity over the defaults. */
export const sendPolicyOf = (identity: Pick<StoredIdentity, 'send_policy'>): SendPolicy => ({
  daily_cap: null,
  auto_reply: 'allowed',
  require_known_recipient: false,
  ...identity.send_policy,
});

export const serializeAddress = (row: AddressRow): z.input<typeof addressSchema> => ({
  id: row.id,
  identity_id: row.identity_id,
  domain_id: row.domain_id,
  address: row.address,
  local_part: row.local_part,
  role: row.role,
  status: row.status,
  retire_at: row.retire_at,
  retired_at: row.retired_at,
  forwarding: row.forwarding,
  forwarding_checked_at: row.forwarding_checked_at,
  created_at: row.created_at,
});

export const serializeIdentity = (
  row: StoredIdentity,
  addresses: readonly AddressRow[],
): z.input<typeof identitySchema> => ({
  id: row.id,
  tenant_id: row.tenant_id,
  username: row.username,
  display_name: row.display_name,
  purpose: row.purpose,
  status: row.status,
  pause_reason: row.pause_reason,
  primary_address: addresses.find((address) => address.role === 'primary')?.address ?? '',
  addresses: addresses.map(serializeAddress),
  owner: ownerOf(row),
  signature: safeSignature(row.signature),
  send_policy: sendPolicyOf(row),
  metadata: row.metadata,
  client_id: row.client_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Who answers for the identity, or null. Name and address are set together. */
export const ownerOf = (row: StoredIdentity): { name: string; email: string } | null =>
  row.owner_name !== null && row.owner_email !== null
    ? { name: row.owner_name, email: row.owner_email }
    : null;
