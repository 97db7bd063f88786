import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type Cutoff = Row<'events', 'tenant_id'> & {
  before: Date;
};

export const tenantsAfter = async (db: Queryable, last: string, take: number): Promise<string[]> =>
  (
    await db.rows<Row<'tenants', 'id'>>(
      sql`select id from tenants where id > ${last} order by id limit ${take}`,
    )
  ).map(({ id }) => id);

/** Deletes the oldest events of each of these, so many of each at the most. @returns how many */
export const deleteOldEvents = (db: Queryable, cutoffs: readonly Cutoff[], most: number): Promise<number> =>
  db.run(sql`
    delete from events where id in (
      select e.id
      from jsonb_to_recordset(${JSON.stringify(cutoffs)}::jsonb) as c (tenant_id text, before timestamptz)
      cross join lateral (
        (select id, occurred_at from events where tenant_id = c.tenant_id order by position limit ${most})
        union all
        (select id, occurred_at from events where c.tenant_id is null and tenant_id is null order by position limit ${most})) e
      where e.occurred_at < c.before)`);
