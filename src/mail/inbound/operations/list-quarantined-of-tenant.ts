import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { listTenantQuarantine } from '#mailbox/messages/index.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { quarantined, toQuarantined } from './list-quarantined.ts';

export const listQuarantinedOfTenant = defineOperation({
  name: 'quarantine.list_of_tenant',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/quarantine',
  summary: 'List the quarantined messages of a tenant',
  description:
    'Lists the quarantined messages in all mailboxes of a tenant, newest first, each with its reason.',
  permission: 'quarantine:review',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    identity_id: id('identity').optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(quarantined) },
  async run(call, input) {
    const page = openPage(call, 'quarantine.list_of_tenant', input);
    const rows = await listTenantQuarantine(call.db, call.target.id, {
      identity_id: input.identity_id,
      beyond: page.after as [string, string] | null,
      take: page.take,
    });
    return { status: 200, body: page.answer(rows, toQuarantined, (row) => [row.created_at, row.id]) };
  },
});
