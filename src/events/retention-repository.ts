import { DAY } from '#kernel/base/clock.ts';
import { ulidFloor } from '#kernel/catalogue/ids.ts';
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

/** How many rows of a tenant went; null stands for those of no tenant. */
export type Gone = Row<'events', 'tenant_id'> & { gone: number };

/** Longer than an event's id, which begins with its time, and its `occurred_at` ever differ. */
const SLACK = DAY;

/**
 * Deletes up to `most` of the oldest events of each of these, without those under a legal hold. Positions follow time, so it
 * reads no further than to the first event that is kept: what it costs depends on what is old, not on what there is. Weeks in
 * which nothing can be old are left out, because each costs a tenant two looks into its index. An event that was committed
 * later than one that is kept waits for the next night.
 */
export const deleteOldEvents = (db: Queryable, cutoffs: readonly Cutoff[], most: number): Promise<Gone[]> => {
  const latest = Math.max(...cutoffs.map(({ before }) => before.getTime()));
  const end = `evt_${ulidFloor(new Date(latest + SLACK))}`;
  return db.rows<Gone>(sql`
    with c as (select * from jsonb_to_recordset(${JSON.stringify(cutoffs)}::jsonb) as c (tenant_id text, before timestamptz)),
    old as (
      select e.id, c.tenant_id from c
      cross join lateral (
        select coalesce((select position from events where tenant_id = c.tenant_id and occurred_at >= c.before and id < ${end}
                         order by position limit 1), ${ALL}::bigint) as kept) k
      cross join lateral (
        select id from events o
        where tenant_id = c.tenant_id and position < k.kept and occurred_at < c.before and id < ${end} and not event_is_held(o)
        order by position limit ${most}) e
      where c.tenant_id is not null
      union all
      select e.id, c.tenant_id from c
      cross join lateral (
        select coalesce((select position from events where tenant_id is null and occurred_at >= c.before and id < ${end}
                         order by position limit 1), ${ALL}::bigint) as kept) k
      cross join lateral (
        select id from events
        where tenant_id is null and position < k.kept and occurred_at < c.before and id < ${end}
        order by position limit ${most}) e
      where c.tenant_id is null),
    gone as (delete from events where id < ${end} and id in (select id from old) returning id)
    select tenant_id, count(*)::int as gone from gone join old using (id) group by 1`);
};

/** Beyond every position. */
const ALL = '9223372036854775807';
