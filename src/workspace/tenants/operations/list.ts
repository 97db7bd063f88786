import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { findPartner } from '#workspace/partners/index.ts';
import { listTenants as findPage, tenantModes, tenantStatuses } from '../repository.ts';
import { tenantSchema, toTenant } from '../serialize.ts';

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
    return { status: 200, body: page.answer(rows, toTenant, (row) => [row.id]) };
  },
});

/** Whose tenants: another partner's id answers a partner key as an unknown one does. @throws AppError `partner_not_found` */
async function partnerFilter(
  db: Queryable,
  actor: Actor,
  named: string | undefined,
): Promise<string | undefined> {
  if (actor.level === 'partner') {
    const own = actor.partner_id ?? '';
    if (named !== undefined && named !== own) throw new AppError('partner_not_found');
    return own;
  }
  if (named !== undefined && !(await findPartner(db, named))) throw new AppError('partner_not_found');
  return named;
}
