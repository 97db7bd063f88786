import { sql, type Transaction } from '#kernel/data/database.ts';

export const auditParts = { table: 'audit_events', prefix: 'aud' } as const;

/**
 * Drops the weeks and months of the audit log in which every row is older, oldest first, up to the first with rows of a tenant under a legal
 * hold. Anchors take the place of what was dropped, so that the chains can still be verified. It gives up after two seconds
 * without the lock.
 * @returns how many rows they had
 */
export async function dropAuditWeeks(tx: Transaction, before: Date): Promise<number> {
  await tx.run(sql`set local lock_timeout = '2s'`);
  const row = await tx.first<{ dropped: number }>(sql`select drop_audit_parts(${before})::int as dropped`);
  return row!.dropped;
}
