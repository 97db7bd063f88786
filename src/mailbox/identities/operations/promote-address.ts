import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { findOwnDomain, isReady } from '#workspace/domains/index.ts';
import { promoted } from '../changes.ts';
import { promotedEvents } from '../events.ts';
import { recordAddressChange } from '../record.ts';
import { type AddressRow, updateAddresses } from '../repository.ts';
import { addressSchema, graceDays } from '../schema.ts';
import { serializeAddress } from '../serialize.ts';
import { identityTarget, lockedAddresses, requireAddress } from '../target.ts';

/** Checks the address's domain. @throws AppError `domain_not_ready` unless it is healthy or degraded (spec 4.4, rule 4) */
async function assertDomainReady(db: Queryable, { domain_id, tenant_id }: AddressRow): Promise<void> {
  if (domain_id === null) return;
  const domain = await findOwnDomain(db, tenant_id, domain_id);
  if (!domain || !isReady(domain.status))
    throw new AppError('domain_not_ready', { status: domain?.status ?? 'removed' });
}

export const promoteAddress = defineOperation({
  name: 'identities.promote_address',
  method: 'POST',
  path: '/v1/identities/{identity_id}/addresses/{address_id}/promote',
  summary: 'Make an address the primary one',
  description:
    'The identity sends from its primary address. The previous primary address retires after retire_previous_after_days, ' +
    'or at once with 0; the platform address stays as an alias instead. Promoting a retiring address cancels ' +
    'its retirement.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'address_not_found', 'address_taken', 'domain_not_ready'],
  example: { retire_previous_after_days: 90 },
  input: z.strictObject({
    identity_id: pathId('identity'),
    address_id: pathId('address'),
    retire_previous_after_days: graceDays,
  }),
  responses: { 200: addressSchema },
  async run(call, given) {
    const addresses = await lockedAddresses(call.db, call.target);
    const address = requireAddress(addresses, given.address_id);
    await assertDomainReady(call.db, address);
    if (address.role === 'primary') return { status: 200, body: serializeAddress(address) };
    const previous = addresses.find((candidate) => candidate.role === 'primary');
    const states = promoted(address, previous, given.retire_previous_after_days, call.services.clock.now());
    await updateAddresses(call.db, states);
    await recordAddressChange(call, 'address.promote', address.id, {
      previous_address_id: previous?.id ?? null,
    });
    const primary = { ...address, ...states[0] };
    const before = previous ? { ...previous, ...states[1] } : null;
    await recordEvents(call.db, call.services, promotedEvents(primary, before));
    return { status: 200, body: serializeAddress(primary) };
  },
});
