import type { z } from 'zod';
import type { AddressRow, SendPolicy, StoredIdentity } from './repository.ts';
import { safeSignature } from './safe-signature.ts';
import type { addressSchema, identitySchema } from './schema.ts';

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

/** The person responsible for the identity, or null. Name and address are set together. */
export const ownerOf = (row: StoredIdentity): { name: string; email: string } | null =>
  row.owner_name !== null && row.owner_email !== null
    ? { name: row.owner_name, email: row.owner_email }
    : null;
