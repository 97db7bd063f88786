import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { addressesOf } from '../repository.ts';
import { addressSchema } from '../schema.ts';
import { serializeAddress } from '../serialize.ts';
import { identityTarget } from '../target.ts';

export const listAddresses = defineOperation({
  name: 'identities.list_addresses',
  method: 'GET',
  path: '/v1/identities/{identity_id}/addresses',
  summary: "List an identity's addresses",
  description:
    'Lists the addresses, oldest first. Retired addresses are included, because they count towards the limit of ' +
    '20.',
  permission: 'identities:read',
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'cursor_expired'],
  input: z.strictObject({ identity_id: pathId('identity'), ...pageInput }),
  responses: { 200: pageOf(addressSchema) },
  async run(call, input) {
    const page = openPage(call, 'identities.list_addresses', input);
    const beyond = page.after === null ? '' : String(page.after[0]);
    // An identity has at most 20 addresses, so the page is cut here and not in SQL.
    const rows = (await addressesOf(call.db, call.target.id)).filter((row) => row.id > beyond);
    return { status: 200, body: page.answer(rows, serializeAddress, (row) => [row.id]) };
  },
});
