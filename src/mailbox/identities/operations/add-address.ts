import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { type Call, defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { holdDomain } from '#workspace/domains/index.ts';
import { addressRow, assertSubdomainRoom, domainAddress, platformAddress } from '../addresses.ts';
import { countDomainAddresses, deletePending } from '../domain-repository.ts';
import { identityAddressAdded } from '../events.ts';
import { localPartFor } from '../names.ts';
import { recordAddressChange } from '../record.ts';
import { type AddressRow, type IdentityRow, insertAddress, type NewAddress } from '../repository.ts';
import { addressSchema, domainId, name } from '../schema.ts';
import { serializeAddress } from '../serialize.ts';
import { identityTarget, lockedAddresses } from '../target.ts';

export const addAddress = defineOperation({
  name: 'identities.add_address',
  method: 'POST',
  path: '/v1/identities/{identity_id}/addresses',
  summary: 'Add an alias',
  description:
    'Without domain_id the alias is {local_part}{address_suffix of the tenant}@{platform domain} and ' +
    'receives mail at once. With domain_id it is {local_part}@{domain}, and pending until the domain is healthy or ' +
    'degraded; a newer pending address of an identity on a domain replaces the previous one. Adding an address that the identity already has returns it with 200. An identity ' +
    'has at most 20 addresses, including retired ones.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: [
    'identity_not_found',
    'domain_not_found',
    'domain_in_use',
    'address_reserved',
    'address_invalid',
    'local_part_too_long',
    'address_taken',
    'address_limit_reached',
  ],
  example: { local_part: 'invoices' },
  input: z.strictObject({ identity_id: pathId('identity'), local_part: name, domain_id: domainId }),
  responses: { 200: addressSchema, 201: addressSchema },
  async run(call, given) {
    const alias = given.domain_id === null ? onPlatform(call, given) : await onDomain(call, given);
    const addresses = await lockedAddresses(call.db, call.target);
    const own = addresses.find((address) => address.address === alias.address);
    if (own) return { status: 200, body: serializeAddress(stillUsable(own)) };
    const replaced = await replacePending(call, alias);
    const address = serializeAddress(await add(call, addresses.length - replaced, alias));
    await recordAddressChange(call, 'address.add', address.id);
    const about = { tenant_id: call.target.tenant_id, identity_id: call.target.id };
    await recordEvents(call.db, call.services, [identityAddressAdded({ ...about, data: { address } })]);
    return { status: 201, body: address };
  },
});

type AddCall = Call<IdentityRow, 'POST'>;
type AddressInput = { local_part: string; domain_id: string | null };

const onPlatform = ({ target, services }: AddCall, { local_part }: AddressInput): NewAddress =>
  platformAddress(
    localPartFor(local_part, { domain: 'platform', suffix: target.tenant.address_suffix }),
    services.config.mailDomain,
    'alias',
    false,
  );

/** Adds an address on a domain. @throws AppError `domain_not_found`, also for a domain of another tenant */
async function onDomain(
  { db, target }: AddCall,
  { local_part, domain_id }: AddressInput,
): Promise<NewAddress> {
  const domain = await holdDomain(db, target.tenant_id, domain_id!);
  if (!domain) throw new AppError('domain_not_found');
  const alias = domainAddress(localPartFor(local_part, { domain: 'own' }), domain, 'alias');
  if (domain.method === 'subdomain')
    assertSubdomainRoom(domain, alias, await countDomainAddresses(db, domain.id));
  return alias;
}

const replacePending = async ({ db, target }: AddCall, alias: NewAddress): Promise<number> =>
  alias.status === 'pending' && alias.domain_id !== null ? deletePending(db, target.id, alias.domain_id) : 0;

/** Checks that an existing address can be used: a retired one is never reused, not even by the same identity. */
function stillUsable(own: AddressRow): AddressRow {
  if (own.status === 'retired') throw new AppError('address_taken', { reason: 'retired' });
  return own;
}

async function add(call: AddCall, count: number, alias: NewAddress): Promise<AddressRow> {
  const max = limits.addressesPerIdentity;
  if (count >= max) throw new AppError('address_limit_reached', { max });
  const now = call.services.clock.now();
  const { id, tenant_id } = call.target;
  if (!(await insertAddress(call.db, { id, tenant_id }, alias, now))) throw new AppError('address_taken');
  return addressRow(alias, { id, tenant_id, created_at: now.toISOString() });
}
