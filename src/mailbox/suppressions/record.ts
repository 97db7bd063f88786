import type { Queryable } from '#kernel/data/database.ts';
import { type AuditCall, recordAudit } from '#workspace/audit/index.ts';

import { hintOf } from './blind.ts';

type Entry = { direction: string; kind: string; entry: string };

/** The audit row of a change of a list. The log outlives an erasure, so it names a domain, and of an address a hint. */
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
