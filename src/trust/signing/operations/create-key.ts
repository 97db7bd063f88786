import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget } from '#mailbox/identities/index.ts';
import { ensureActiveKey } from '../keys.ts';
import { identityKeySchema } from '../schema.ts';
import { serializeIdentityKey } from '../serialize.ts';

export const createIdentityKey = defineOperation({
  name: 'signing.create_key',
  method: 'POST',
  path: '/v1/identities/{identity_id}/keys',
  summary: "Create an identity's signing key",
  description:
    'Returns 200 with the active key if there is one. Signing creates a key if there is none, so you need ' +
    'this call only to get the id of the key beforehand.',
  permission: 'identities:write',
  levels,
  target: identityTarget,
  errors: ['identity_not_found'],
  input: z.strictObject({ identity_id: pathId('identity') }),
  responses: { 200: identityKeySchema, 201: identityKeySchema },
  async run(call) {
    const { key, made } = await ensureActiveKey(call);
    return { status: made ? 201 : 200, body: serializeIdentityKey(key) };
  },
});
