import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { callerId, identitiesOf } from '#kernel/operation/actor.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { keyDescription } from '../schema.ts';

export const describeOwnKey = defineOperation({
  name: 'keys.me',
  method: 'GET',
  path: '/v1/me',
  summary: 'Describe the calling key',
  description:
    'Returns the level, the scope and the permissions of the calling key. It is a good first call.',
  permission: 'any key',
  levels,
  target: noTarget,
  errors: [],
  input: z.strictObject({}),
  responses: { 200: keyDescription },
  async run({ actor }) {
    // A person in the console gets the same fields, with their own id.
    const key_id = callerId(actor);
    const permissions = [...actor.permissions].sort();
    const identity_ids = [...identitiesOf(actor)];
    return {
      status: 200,
      body: { ...actor, key_id, permissions, identity_ids, tools: [...(actor.tools ?? [])] },
    };
  },
});
