import { z } from 'zod';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { line, pageInput, pageOf, pathId, timestamp } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { listAuditEvents as findPage } from '../repository.ts';
import { auditEventSchema, toAuditEvent } from '../serialize.ts';

export const listAuditEvents = defineOperation({
  name: 'audit.list',
  method: 'GET',
  path: '/v1/audit-events',
  summary: 'List audit events',
  description:
    'Who did what, newest first. A platform key reads everything, a partner key its tenants, a tenant key its own ' +
    'tenant. All filters given must match; `after` and `before` are exclusive.',
  permission: 'audit:read',
  levels: ['platform', 'partner', 'tenant'],
  target: noTarget,
  errors: ['tenant_not_found', 'cursor_expired'],
  input: z.strictObject({
    tenant_id: pathId('tenant', 'Only what happened in this tenant.').optional(),
    actor_key_id: pathId('key', 'Only what this key did.').optional(),
    actor_user_id: pathId('user', 'Only what this person did.').optional(),
    action: line(64, 1)
      .optional()
      .meta({ description: 'Only this action.', examples: ['tenant.create'] }),
    target_id: pathId('tenant', 'Only what was done to this object, of whatever kind.').optional(),
    after: timestamp.optional().meta({ description: 'Only events later than this.' }),
    before: timestamp.optional().meta({ description: 'Only events earlier than this.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(auditEventSchema) },
  async run(call, input) {
    const page = openPage(call, 'audit.list', input);
    const reach = await reachOf(call.db, call.actor, input.tenant_id);
    const { actor_key_id, actor_user_id, action, target_id } = input;
    const filter = {
      ...reach,
      actor_key_id,
      actor_user_id,
      action,
      target_id,
      after: input.after,
      before: input.before,
    };
    const beyond = page.after && ([String(page.after[0]), String(page.after[1])] as const);
    const rows = await findPage(call.db, filter, { beyond, take: page.take });
    return { status: 200, body: page.answer(rows, toAuditEvent, (row) => [row.created_at, row.id]) };
  },
});

/** The rows that the caller may see. A tenant that it names must be within its reach. @throws AppError `tenant_not_found` */
async function reachOf(
  db: Queryable,
  actor: Actor,
  named: string | undefined,
): Promise<{ tenant_id: string | undefined; partner_id: string | undefined }> {
  if (named !== undefined) await tenantTarget.resolve(db, actor, named);
  const own = actor.level === 'tenant' ? (actor.tenant_id ?? '') : undefined;
  const partner = actor.level === 'partner' ? (actor.partner_id ?? '') : undefined;
  return { tenant_id: named ?? own, partner_id: partner };
}
