import { newId } from '#kernel/catalogue/ids.ts';
import type { AddressRow, NewAddress } from './repository.ts';

/** An address on the platform domain, which takes mail at once. Only an identity's first one is its platform address. */
export const platformAddress = (
  localPart: string,
  mailDomain: string,
  role: AddressRow['role'],
): NewAddress => ({
  id: newId('address'),
  domain_id: null,
  address: `${localPart}@${mailDomain}`,
  local_part: localPart,
  role,
  status: 'active',
  is_platform: role === 'primary',
});

/** A new address as it is stored right after it was inserted. */
export const addressRow = (
  address: NewAddress,
  owner: { id: string; tenant_id: string; created_at: string },
): AddressRow => ({
  ...address,
  identity_id: owner.id,
  tenant_id: owner.tenant_id,
  has_received: false,
  retire_at: null,
  retired_at: null,
  created_at: owner.created_at,
});
