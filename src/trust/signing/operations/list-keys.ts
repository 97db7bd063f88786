import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { identityTarget } from '#mailbox/identities/index.ts';
import { listKeysOf } from '../repository.ts';
import { identityKeySchema } from '../schema.ts';
import { serializeIdentityKey } from '../serialize.ts';

export const listIdentityKeys = defineOperation({
  name: 'signing.list_keys',
  method: 'GET',
  path: '/v1/identities/{identity_id}/keys',
  summary: "List an identity's signing keys",
  description: 'Lists the keys, newest first, including revoked ones.',
  permission: 'identities:read',
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'cursor_expired'],
  input: z.strictObject({ identity_id: pathId('identity'), ...pageInput }),
  responses: { 200: pageOf(identityKeySchema) },
  async run(call, input) {
    const page = openPage(call, 'signing.list_keys', input);
    const rows = await listKeysOf(call.db, call.target.id, page);
    return { status: 200, body: page.answer(rows, serializeIdentityKey, (row) => [row.created_at, row.kid]) };
  },
});
