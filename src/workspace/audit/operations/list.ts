import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf } from '#kernel/operation/schema.ts';
import { auditFilters, filterOf } from '../filters.ts';
import { reachOf } from '../reach.ts';
import { listAuditEvents as findPage } from '../repository.ts';
import { auditEventSchema } from '../schema.ts';
import { serializeAuditEvent } from '../serialize.ts';

export const listAuditEvents = defineOperation({
  name: 'audit.list',
  method: 'GET',
  path: '/v1/audit-events',
  summary: 'List audit events',
  description:
    'Lists who did what, newest first. A platform key gets all events, a partner key those of its tenants, a ' +
    'tenant key those of its own tenant. An event must match all given filters; `after` and `before` are exclusive.',
  permission: 'audit:read',
  levels: ['platform', 'partner', 'tenant'],
  target: noTarget,
  errors: ['tenant_not_found', 'cursor_expired'],
  input: z.strictObject({
    ...auditFilters,
    ...pageInput,
  }),
  responses: { 200: pageOf(auditEventSchema) },
  async run(call, input) {
    const page = openPage(call, 'audit.list', input);
    const reach = await reachOf(call.db, call.actor, input.tenant_id);
    const filter = { ...filterOf(input), ...reach };
    const beyond = page.after && ([String(page.after[0]), String(page.after[1])] as const);
    const rows = await findPage(call.db, filter, { beyond, take: page.take });
    return { status: 200, body: page.answer(rows, serializeAuditEvent, (row) => [row.created_at, row.id]) };
  },
});
