import { type Queryable, sql } from '#kernel/data/database.ts';
import { type DomainRow, domainColumns } from './repository.ts';

/** Keys, relays and checks are deleted with their domain. @returns the domains */
export const deleteDomainsOf = (tx: Queryable, tenantId: string, take: number): Promise<DomainRow[]> =>
  tx.rows<DomainRow>(sql`
    delete from domains where id in (
      select id from domains where tenant_id = ${tenantId} order by id limit ${take})
    returning ${domainColumns.sql}`);
