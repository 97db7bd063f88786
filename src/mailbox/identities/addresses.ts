import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { type DomainRow, isReady } from '#workspace/domains/index.ts';
import type { AddressRow, NewAddress } from './repository.ts';

/**
 * An address on the platform domain, which receives mail at once. Only the one that an identity is created with is its
 * platform address.
 */
export const platformAddress = (
  localPart: string,
  mailDomain: string,
  role: AddressRow['role'],
  isPlatform = role === 'primary',
): NewAddress => ({
  id: newId('address'),
  domain_id: null,
  address: `${localPart}@${mailDomain}`,
  local_part: localPart,
  role,
  status: 'active',
  is_platform: isPlatform,
  forwarding: null,
});

/** An address on a domain of the tenant. It receives mail as soon as the domain works. */
export const domainAddress = (
  localPart: string,
  domain: Pick<DomainRow, 'id' | 'domain' | 'status' | 'inbound_forwarding'>,
  role: AddressRow['role'],
): NewAddress => ({
  id: newId('address'),
  domain_id: domain.id,
  address: `${localPart}@${domain.domain}`,
  local_part: localPart,
  role,
  status: isReady(domain.status) ? 'active' : 'pending',
  is_platform: false,
  forwarding: domain.inbound_forwarding ? 'unverified' : null,
});

/**
 * Limits of a subdomain that uses our name servers (spec 8.2).
 * @throws AppError `address_invalid`, `domain_in_use`
 */
export function assertSubdomainRoom(
  { method }: Pick<DomainRow, 'method'>,
  { address }: NewAddress,
  count: number,
): void {
  if (method !== 'subdomain') return;
  const { addresses, addressCharacters } = limits.subdomain;
  if (address.length > addressCharacters)
    throw new AppError('address_invalid', { length: address.length, max: addressCharacters });
  if (count >= addresses)
    throw new AppError('domain_in_use', { reason: 'routing_rule_limit', max: addresses });
}

/** The row of a newly inserted address. */
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
  forwarding_checked_at: null,
  created_at: owner.created_at,
});
