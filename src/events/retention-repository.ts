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

/** Deletes up to `most` of the oldest events of each of these, without those under a legal hold. @returns how many */
export const deleteOldEvents = (db: Queryable, cutoffs: readonly Cutoff[], most: number): Promise<number> =>
  db.run(sql`
    delete from events where id in (
      select e.id
      from jsonb_to_recordset(${JSON.stringify(cutoffs)}::jsonb) as c (tenant_id text, before timestamptz)
      cross join lateral (
        (select id from events o where tenant_id = c.tenant_id and occurred_at < c.before and not event_is_held(o)
         order by position limit ${most})
        union all
        (select id from events where c.tenant_id is null and tenant_id is null and occurred_at < c.before
         order by position limit ${most})) e)`);
