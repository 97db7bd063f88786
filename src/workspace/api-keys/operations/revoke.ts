import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { markRevoked } from '../repository.ts';
import { keyTarget } from '../target.ts';

export const revokeKey = defineOperation({
  name: 'keys.revoke',
  method: 'DELETE',
  path: '/v1/keys/{key_id}',
  summary: 'Revoke an API key',
  description: 'At once: the next request with any of its secrets gets `key_revoked`. It cannot be undone.',
  permission: 'keys:manage',
  levels,
  target: keyTarget,
  errors: [],
  input: z.strictObject({ key_id: pathId('key') }),
  responses: { 204: null },
  async run(call) {
    const { db, target } = call;
    if (!(await markRevoked(db, target.id, call.services.clock.now()))) throw new AppError('key_not_found');
    await recordAudit(db, call, {
      action: 'key.revoke',
      target_type: 'key',
      target_id: target.id,
      tenant_id: target.tenant_id,
    });
    return { status: 204, body: null };
  },
});
