import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { requireEntry } from '../names.ts';
import { recordListChange } from '../record.ts';
import { putEntry } from '../repository.ts';
import { listEntry, listPath, pathText } from '../schema.ts';
import { serializeEntry } from '../serialize.ts';

export const putListEntry = defineOperation({
  name: 'lists.put_entry',
  method: 'PUT',
  path: '/v1/tenants/{tenant_id}/lists/{direction}/{kind}/{entry}',
  summary: 'Add an entry to a list',
  description:
    'Adds an address, or `@domain` for every address at exactly that domain (not at its subdomains). Upper ' +
    'and lower case, and both forms of an internationalised domain, are the same entry. Adding an entry ' +
    'twice changes nothing. An address on both lists is blocked.',
  permission: 'suppressions:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['address_invalid', 'address_unsupported', 'tenant_erased'],
  example: { direction: 'send', kind: 'block' },
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    ...listPath,
    entry: pathText('An address or `@domain`, percent-encoded.', '@example.com'),
  }),
  responses: { 200: listEntry },
  async run(call, { direction, kind, entry }) {
    const { db, target, services } = call;
    const list = { tenantId: target.id, direction, kind };
    const row = await putEntry(db, list, requireEntry(entry), services.clock.now());
    await recordListChange(call, 'list.add', { direction, kind, entry: row.entry });
    return { status: 200, body: serializeEntry(row) };
  },
});
