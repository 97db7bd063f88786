import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Queryable } from '#kernel/data/database.ts';
import { bytes, defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { auditFilters, filterOf } from '../filters.ts';
import { reachOf } from '../reach.ts';
import { recordAudit } from '../record.ts';
import { type AuditFilter, exportAuditEvents as findPage } from '../repository.ts';
import { auditEventSchema } from '../schema.ts';
import { serializeAuditEvent } from '../serialize.ts';

const ROWS = 500;

export const exportAuditEvents = defineOperation({
  name: 'audit.export',
  method: 'GET',
  path: '/v1/audit-events/export',
  summary: 'Export audit events',
  description:
    'Streams the same rows as the list, oldest first, with one JSON object per line. To receive new rows as ' +
    'they are written, subscribe a webhook endpoint to `audit.recorded` by name.',
  permission: 'audit:read',
  levels: ['platform', 'partner', 'tenant'],
  target: noTarget,
  errors: ['tenant_not_found'],
  input: z.strictObject(auditFilters),
  responses: { 200: bytes('application/x-ndjson', 'One audit event per line.') },
  async run(call, input) {
    const reach = await reachOf(call.db, call.actor, input.tenant_id);
    const filter = { ...filterOf(input), ...reach };
    await recordAudit(call.db, call, {
      action: 'audit.export',
      target_type: reach.tenant_id === undefined ? 'deployment' : 'tenant',
      target_id: reach.tenant_id ?? 'deployment',
      tenant_id: reach.tenant_id ?? null,
    });
    const headers = {
      'Content-Type': 'application/x-ndjson',
      'Content-Disposition': 'attachment; filename="audit-events.ndjson"',
    };
    return {
      status: 200,
      body: {
        content: Readable.toWeb(Readable.from(linesOf(call.db, filter))) as ReadableStream<Uint8Array>,
        headers,
      },
    };
  },
});

async function* linesOf(db: Queryable, filter: AuditFilter): AsyncGenerator<Uint8Array> {
  for (let beyond: readonly [string, string] | null = null; ; ) {
    const rows = await findPage(db, filter, { beyond, take: ROWS });
    const lines = rows.map((row) => `${JSON.stringify(auditEventSchema.parse(serializeAuditEvent(row)))}\n`);
    if (lines.length > 0) yield Buffer.from(lines.join(''));
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    beyond = [last.created_at, last.id];
  }
}
