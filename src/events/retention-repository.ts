import { DAY } from '#kernel/base/clock.ts';
import { ulidFloor } from '#kernel/catalogue/ids.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import type { WeeklyParts } from '#kernel/data/weekly-parts.ts';

/**
 * Events contain text of mail, so each is deleted after the time that its tenant's policy sets. A weekly part is dropped,
 * which frees its disk space, when it is empty; a part with an event under a legal hold stays.
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

/** The number of rows deleted for a tenant; null stands for events without a tenant. */
export type Gone = Row<'events', 'tenant_id'> & { gone: number };

/** More than the difference between `occurred_at` and the time in an event's id can ever be. */
const SLACK = DAY;

/**
 * Deletes up to `most` of the oldest events of each of these tenants, except those under a legal hold. Positions follow
 * time, so it reads only up to the first event that is kept: the cost depends on the number of old events, not on the total.
 * Weeks that are too recent are skipped, because each costs two index lookups per tenant. An old event that was committed
 * after one that is kept waits for the next night.
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

/** Greater than every position. */
const ALL = '9223372036854775807';
