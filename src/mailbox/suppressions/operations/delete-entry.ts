import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { formsOf } from '../blind.ts';
import { storedEntry } from '../names.ts';
import { recordListChange } from '../record.ts';
import { deleteEntry } from '../repository.ts';
import { listPath, pathText } from '../schema.ts';

export const deleteListEntry = defineOperation({
  name: 'lists.delete_entry',
  method: 'DELETE',
  path: '/v1/tenants/{tenant_id}/lists/{direction}/{kind}/{entry}',
  summary: 'Remove an entry from a list',
  description: 'The change applies from now on. Earlier decisions do not change.',
  permission: 'suppressions:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['list_entry_not_found', 'tenant_erased'],
  example: { direction: 'send', kind: 'block' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    ...listPath,
    entry: pathText('An address or `@domain`, percent-encoded.', '@example.com'),
  }),
  responses: { 204: null },
  async run(call, { direction, kind, entry }) {
    const { db, target, services } = call;
    const stored = storedEntry(entry);
    const gone = stored
      ? await deleteEntry(
          db,
          { tenantId: target.id, direction, kind },
          formsOf(services.keyRing, target.id, stored),
        )
      : 0;
    if (stored === null || gone === 0) throw new AppError('list_entry_not_found');
    await recordListChange(call, 'list.remove', { direction, kind, entry: stored });
    return { status: 204, body: null };
  },
});
