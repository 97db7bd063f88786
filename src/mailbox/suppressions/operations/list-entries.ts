import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { listEntries } from '../repository.ts';
import { listEntry, listPath } from '../schema.ts';
import { serializeEntry } from '../serialize.ts';

export const listListEntries = defineOperation({
  name: 'lists.list_entries',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/lists/{direction}/{kind}',
  summary: 'List the entries of an allow or block list',
  description:
    'Lists the entries in alphabetical order. Mail from a sender on receive/block is stored but hidden; mail ' +
    'from a sender on receive/allow is never quarantined as spam. A recipient on send/block is suppressed. ' +
    'With the policy `send_allowlist_only` mail is sent only to recipients on send/allow.',
  permission: 'suppressions:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: ['cursor_expired'],
  example: { direction: 'send', kind: 'block' },
  input: z.strictObject({ tenant_id: pathId('tenant'), ...listPath, ...pageInput }),
  responses: { 200: pageOf(listEntry) },
  async run(call, input) {
    const { direction, kind } = input;
    const page = openPage(call, 'lists.list_entries', input);
    const beyond = page.after && String(page.after[0]);
    const list = { tenantId: call.target.id, direction, kind };
    const rows = await listEntries(call.db, list, { beyond, take: page.take });
    return { status: 200, body: page.answer(rows, serializeEntry, ({ entry }) => [entry]) };
  },
});
