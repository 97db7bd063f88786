import { sql, type Transaction } from '#kernel/data/database.ts';

export const auditParts = { table: 'audit_events', prefix: 'aud' } as const;

/**
 * Drops the weekly and monthly parts of the audit log in which every row is older, oldest first, up to the first part with
 * rows of a tenant under a legal hold. Anchors replace the dropped rows, so that the chains can still be verified. It gives
 * up if it has not got the lock after two seconds.
 * @returns the number of dropped rows
 */
export async function dropAuditWeeks(tx: Transaction, before: Date): Promise<number> {
  await tx.run(sql`set local lock_timeout = '2s'`);
  const row = await tx.first<{ dropped: number }>(sql`select drop_audit_parts(${before})::int as dropped`);
  return row!.dropped;
}
