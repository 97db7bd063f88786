import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { requestErasure } from '../request.ts';
import { erasureSchema } from '../schema.ts';
import { serializeErasure } from '../serialize.ts';

export const deleteIdentity = defineOperation({
  name: 'identities.delete',
  method: 'DELETE',
  path: '/v1/identities/{identity_id}',
  summary: 'Delete an identity',
  description:
    'Creates an erasure request for the identity. The identity becomes `deleting` at once, receives no more mail, and ' +
    'its keys are revoked. Its addresses are never given to another identity. When everything has been erased, it ' +
    'is `deleted`.',
  permission: ['identities:write', 'erasure:manage'],
  levels,
  target: identityTarget,
  errors: ['identity_not_found', 'job_queue_full'],
  input: z.strictObject({ identity_id: pathId('identity') }),
  responses: { 202: erasureSchema },
  async run(call) {
    requireLive(call.target);
    const { id: identityId, tenant_id: tenantId } = call.target;
    const erasure = await requestErasure(call, { kind: 'identity', tenantId, identityId }, null);
    return { status: 202, body: serializeErasure(erasure) };
  },
});
