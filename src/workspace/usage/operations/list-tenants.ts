import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { listTenants as findPage, partnerFilter } from '#workspace/tenants/index.ts';
import { tenantUsageSchema, usageOf } from '../tenants.ts';

export const listTenants = defineOperation({
  name: 'usage.list_tenants',
  method: 'GET',
  path: '/v1/usage/tenants',
  summary: 'List tenants with their plans and usage',
  description:
    'Lists tenants, newest first, each with its plan and what it uses. A platform key gets all tenants, a ' +
    'partner key its own. Where a tenant is not metered, its mail is counted once an hour.',
  permission: 'usage:read',
  levels: ['platform', 'partner'],
  target: noTarget,
  errors: ['partner_not_found', 'cursor_expired'],
  input: z.strictObject({
    partner_id: pathId('partner', 'Only tenants of this partner.').optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(tenantUsageSchema) },
  async run(call, input) {
    const { db, services } = call;
    const page = openPage(call, 'usage.list_tenants', input);
    const partner_id = await partnerFilter(db, call.actor, input.partner_id);
    const beyond = page.after && String(page.after[0]);
    const filter = { partner_id, status: undefined, mode: undefined };
    const rows = await findPage(db, filter, { beyond, take: page.take });
    const usage = new Map((await usageOf(services, db, rows)).map((each) => [each.tenant_id, each]));
    return {
      status: 200,
      body: page.answer(
        rows,
        (row) => usage.get(row.id)!,
        (row) => [row.id],
      ),
    };
  },
});
