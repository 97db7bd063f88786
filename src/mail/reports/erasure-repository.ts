import { type Queryable, sql } from '#kernel/data/database.ts';

/** @returns the number of deleted rows */
export async function deleteReportsOf(tx: Queryable, tenantId: string, take: number): Promise<number> {
  const reports = await tx.run(sql`
    delete from domain_reports where ctid = any(array(
      select ctid from domain_reports where tenant_id = ${tenantId} limit ${take}))`);
  const days = await tx.run(sql`
    delete from domain_report_days where ctid = any(array(
      select ctid from domain_report_days where tenant_id = ${tenantId} limit ${take}))`);
  return reports + days;
}
