import type { AuditAction } from '#kernel/catalogue/audit-actions.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { type AuditCall, recordAudit } from '#workspace/audit/index.ts';

/** Every platform operation is audited, including reads (spec 4.13). */
export const recordCall = (
  call: AuditCall & { db: Queryable },
  action: AuditAction,
  target: { type: string; id: string },
  details: Record<string, unknown> = {},
): Promise<void> =>
  recordAudit(call.db, call, {
    action,
    target_type: target.type,
    target_id: target.id,
    tenant_id: null,
    details,
  });

/** The target of audit rows for lists. */
export const deployment = { type: 'deployment', id: 'deployment' };
