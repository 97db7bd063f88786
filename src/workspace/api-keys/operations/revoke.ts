import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { endKeysMadeBy } from '../descendants.ts';
import { markRevoked } from '../repository.ts';
import { keyTarget } from '../target.ts';

export const revokeKey = defineOperation({
  name: 'keys.revoke',
  method: 'DELETE',
  path: '/v1/keys/{key_id}',
  summary: 'Revoke an API key',
  description:
    'The key stops working at once: the next request with any of its secrets gets `key_revoked`. This cannot ' +
    'be undone. Invitations that the key sent are revoked with it. The keys that it created stay valid ' +
    'unless `children` is true; the list of keys shows them with `created_by`.',
  permission: 'keys:manage',
  levels,
  target: keyTarget,
  errors: [],
  input: z.strictObject({
    key_id: pathId('key'),
    children: z.boolean().default(false).meta({
      description:
        'Whether to revoke also the keys that this key created, the keys that those created, and so on.',
    }),
  }),
  responses: { 204: null },
  async run(call, { children }) {
    const { db, target, services } = call;
    const now = services.clock.now();
    if (!(await markRevoked(db, target.id, now))) throw new AppError('key_not_found');
    await recordAudit(db, call, {
      action: 'key.revoke',
      target_type: 'key',
      target_id: target.id,
      tenant_id: target.tenant_id,
      ...(children && { details: { children } }),
    });
    if (children) await endKeysMadeBy(db, call, { key_id: target.id });
    return { status: 204, body: null };
  },
});
