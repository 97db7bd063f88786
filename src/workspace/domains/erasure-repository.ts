import { type Queryable, sql } from '#kernel/data/database.ts';

/** Keys, relays and checks go with their domain. @returns how many domains */
export const deleteDomainsOf = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run(sql`
    delete from domains where id in (
      select id from domains where tenant_id = ${tenantId} order by id limit ${take})`);
