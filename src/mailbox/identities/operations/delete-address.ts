import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAddressChange } from '../record.ts';
import { deleteUnusedAddress } from '../repository.ts';
import { identityTarget, lockedAddresses, requireAddress } from '../target.ts';

export const deleteAddress = defineOperation({
  name: 'identities.delete_address',
  method: 'DELETE',
  path: '/v1/identities/{identity_id}/addresses/{address_id}',
  summary: 'Delete a pending address',
  description:
    'Deletes an address that is pending and has never received mail. Any other address can only be ' +
    'retired.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'address_not_found', 'address_in_use'],
  input: z.strictObject({ identity_id: pathId('identity'), address_id: pathId('address') }),
  responses: { 204: null },
  async run(call, given) {
    const address = requireAddress(await lockedAddresses(call.db, call.target), given.address_id);
    if (!(await deleteUnusedAddress(call.db, address.id))) throw new AppError('address_in_use');
    await recordAddressChange(call, 'address.delete', address.id);
    return { status: 204, body: null };
  },
});
