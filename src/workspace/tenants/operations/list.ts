import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { partnerFilter } from '../partner-filter.ts';
import { listTenants as findPage, tenantModes, tenantStatuses } from '../repository.ts';
import { tenantSchema } from '../schema.ts';
import { serializeTenant } from '../serialize.ts';

export const listTenants = defineOperation({
  name: 'tenants.list',
  method: 'GET',
  path: '/v1/tenants',
  summary: 'List tenants',
  description: 'Lists tenants, newest first. A platform key gets all tenants, a partner key its own.',
  permission: 'tenants:manage',
  levels: ['platform', 'partner'],
  target: noTarget,
  errors: ['partner_not_found', 'cursor_expired'],
  input: z.strictObject({
    status: z.enum(tenantStatuses).optional().meta({ description: 'Only tenants in this state.' }),
    mode: z.enum(tenantModes).optional().meta({ description: 'Only tenants with this mode.' }),
    partner_id: pathId('partner', 'Only tenants of this partner.').optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(tenantSchema) },
  async run(call, input) {
    const page = openPage(call, 'tenants.list', input);
    const partner_id = await partnerFilter(call.db, call.actor, input.partner_id);
    const beyond = page.after && String(page.after[0]);
    const filter = { partner_id, status: input.status, mode: input.mode };
    const rows = await findPage(call.db, filter, { beyond, take: page.take });
    return { status: 200, body: page.answer(rows, serializeTenant, (row) => [row.id]) };
  },
});
