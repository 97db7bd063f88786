import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { addressesOf } from '../repository.ts';
import { addressSchema } from '../serialize.ts';
import { identityTarget, requireAddress, requireLive } from '../target.ts';

export const testForwarding = defineOperation({
  name: 'identities.test_forwarding',
  method: 'POST',
  path: '/v1/identities/{identity_id}/addresses/{address_id}/test-forwarding',
  summary: 'Test inbound forwarding',
  description:
    'Tests an address on a domain with inbound forwarding. Addresses on the platform domain are never ' +
    'forwarded and give transport_unavailable.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'address_not_found', 'transport_unavailable'],
  input: z.strictObject({ identity_id: pathId('identity'), address_id: pathId('address') }),
  responses: { 202: addressSchema },
  async run(call, given) {
    requireLive(call.target);
    requireAddress(await addressesOf(call.db, call.target.id), given.address_id);
    // Every address there can be is on the platform domain (spec 4.4, rule 6).
    throw new AppError('transport_unavailable', { reason: 'method_not_supported' });
  },
});
