import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { startForwardingTest } from '../forwarding.ts';
import { addressSchema } from '../schema.ts';
import { serializeAddress } from '../serialize.ts';
import { identityTarget, lockedAddresses, requireAddress } from '../target.ts';

export const testForwarding = defineOperation({
  name: 'identities.test_forwarding',
  method: 'POST',
  path: '/v1/identities/{identity_id}/addresses/{address_id}/test-forwarding',
  summary: 'Test inbound forwarding',
  description:
    'Sends a message with a one-time token to an address on a domain with inbound forwarding. If it ' +
    'comes back within 10 minutes, `forwarding` of the address becomes `ok`, otherwise `failed`. The message is not stored.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'address_not_found', 'domain_not_ready', 'transport_unavailable'],
  input: z.strictObject({ identity_id: pathId('identity'), address_id: pathId('address') }),
  responses: { 202: addressSchema },
  async run(call, given) {
    const address = requireAddress(await lockedAddresses(call.db, call.target), given.address_id);
    const isTestable = address.forwarding !== null && address.status !== 'retired';
    if (!isTestable) throw new AppError('transport_unavailable', { reason: 'method_not_supported' });
    if (address.status === 'pending') throw new AppError('domain_not_ready');
    const tested = await startForwardingTest(call.db, call.services, address);
    return { status: 202, body: serializeAddress(tested) };
  },
});
