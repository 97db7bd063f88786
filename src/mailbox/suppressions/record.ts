import type { Queryable } from '#kernel/data/database.ts';
import { type AuditCall, recordAudit } from '#workspace/audit/index.ts';

import { hintOf } from './blind.ts';

type Entry = { direction: string; kind: string; entry: string };

/** Records a change of a list. The log outlives an erasure, so it contains domains but only hints of addresses. */
export const recordListChange = (
  call: AuditCall & { db: Queryable; target: { id: string } },
  action: 'list.add' | 'list.remove',
  { direction, kind, entry }: Entry,
): Promise<void> =>
  recordAudit(call.db, call, {
    action,
    target_type: 'list',
    target_id: `${direction}/${kind}`,
    tenant_id: call.target.id,
    details: { entry_hint: entry.startsWith('@') ? entry : hintOf(entry) },
  });
