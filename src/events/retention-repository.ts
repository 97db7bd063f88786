import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import type { WeeklyParts } from '#kernel/data/weekly-parts.ts';

/**
 * Events hold text of mail, so each is deleted on the day that its tenant's policy says. A week goes, with all the room that its
 * rows took, when none is left; one with an event under a legal hold stays.
 */
export const eventParts: WeeklyParts = {
  table: 'events',
  prefix: 'evt',
  unless: 'true',
};

export type Cutoff = Row<'events', 'tenant_id'> & {
  before: Date;
};

export const tenantsAfter = async (db: Queryable, last: string, take: number): Promise<string[]> =>
  (
    await db.rows<Row<'tenants', 'id'>>(
      sql`select id from tenants where id > ${last} order by id limit ${take}`,
    )
  ).map(({ id }) => id);

/**
 * Deletes up to `most` of the oldest events of each of these, without those under a legal hold. Positions follow time, so it
 * reads no further than to the first event that is kept: what it costs depends on what is old, not on what there is. An
 * event that was committed later than one that is kept waits for the next night.
 * @returns how many
 */
export const deleteOldEvents = (db: Queryable, cutoffs: readonly Cutoff[], most: number): Promise<number> =>
  db.run(sql`
    with c as (select * from jsonb_to_recordset(${JSON.stringify(cutoffs)}::jsonb) as c (tenant_id text, before timestamptz)),
    old as (
      select e.id from c
      cross join lateral (
        select coalesce((select position from events where tenant_id = c.tenant_id and occurred_at >= c.before
                         order by position limit 1), ${ALL}::bigint) as kept) k
      cross join lateral (
        select id from events o
        where tenant_id = c.tenant_id and position < k.kept and occurred_at < c.before and not event_is_held(o)
        order by position limit ${most}) e
      where c.tenant_id is not null
      union all
      select e.id from c
      cross join lateral (
        select coalesce((select position from events where tenant_id is null and occurred_at >= c.before
                         order by position limit 1), ${ALL}::bigint) as kept) k
      cross join lateral (
        select id from events
        where tenant_id is null and position < k.kept and occurred_at < c.before
        order by position limit ${most}) e
      where c.tenant_id is null)
    delete from events where id in (select id from old)`);

/** Beyond every position. */
const ALL = '9223372036854775807';
