import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { retired } from '../changes.ts';
import { retiredEvents } from '../events.ts';
import { recordAddressChange } from '../record.ts';
import { updateAddresses } from '../repository.ts';
import { addressSchema, graceDays } from '../schema.ts';
import { serializeAddress } from '../serialize.ts';
import { identityTarget, lockedAddresses, requireAddress } from '../target.ts';

export const retireAddress = defineOperation({
  name: 'identities.retire_address',
  method: 'POST',
  path: '/v1/identities/{identity_id}/addresses/{address_id}/retire',
  summary: 'Retire an alias',
  description:
    'The alias receives mail for another after_days days, then never again. No other identity can ever get it. ' +
    'The primary address and the platform address cannot be retired.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'address_not_found', 'address_is_primary', 'address_in_use'],
  example: { after_days: 30 },
  input: z.strictObject({
    identity_id: pathId('identity'),
    address_id: pathId('address'),
    after_days: graceDays,
  }),
  responses: { 200: addressSchema },
  async run(call, given) {
    const address = requireAddress(await lockedAddresses(call.db, call.target), given.address_id);
    const state = retired(address, given.after_days, call.services.clock.now());
    await updateAddresses(call.db, [state]);
    await recordAddressChange(call, 'address.retire', address.id, { after_days: given.after_days });
    const after = { ...address, ...state };
    if (address.status !== 'retired') await recordEvents(call.db, call.services, retiredEvents([after]));
    return { status: 200, body: serializeAddress(after) };
  },
});
