import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { formsOf } from '../blind.ts';
import { storedEntry } from '../names.ts';
import { findEntry } from '../repository.ts';
import { listEntry, listPath, pathText } from '../schema.ts';
import { serializeEntry } from '../serialize.ts';

export const readListEntry = defineOperation({
  name: 'lists.get_entry',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/lists/{direction}/{kind}/{entry}',
  summary: 'Read an entry of a list',
  description: 'Returns the entry if exactly this address or `@domain` is on the list.',
  permission: 'suppressions:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: ['list_entry_not_found'],
  example: { direction: 'send', kind: 'block' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    ...listPath,
    entry: pathText('An address or `@domain`, percent-encoded.', '@example.com'),
  }),
  responses: { 200: listEntry },
  async run({ db, target, services }, { direction, kind, entry }) {
    const stored = storedEntry(entry);
    const row =
      stored &&
      (await findEntry(
        db,
        { tenantId: target.id, direction, kind },
        formsOf(services.keyRing, target.id, stored),
      ));
    if (!row) throw new AppError('list_entry_not_found');
    return { status: 200, body: serializeEntry(row) };
  },
});
