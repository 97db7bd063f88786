import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { keyRecord } from '../schema.ts';
import { serializeKey } from '../serialize.ts';
import { keyTarget } from '../target.ts';

export const readKey = defineOperation({
  name: 'keys.get',
  method: 'GET',
  path: '/v1/keys/{key_id}',
  summary: 'Read an API key',
  description: 'Returns a key and the time of its last use. The secret is never shown again.',
  permission: 'keys:manage',
  levels,
  target: keyTarget,
  errors: [],
  input: z.strictObject({ key_id: pathId('key') }),
  responses: { 200: keyRecord },
  run: async ({ target }) => ({ status: 200, body: serializeKey(target) }),
});
