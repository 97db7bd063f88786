import { typesNotForTenants } from '#kernel/catalogue/event-types.ts';
import { empty, type Queryable, raw, type Sql, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import { eventColumns, readEvents, type StoredEvent } from './repository.ts';

/** The owner of the events in a feed. */
export type Scope = { tenantId: string; identityId: string | null };

export type FeedFilter = {
  types?: readonly string[] | undefined;
  after?: string | undefined;
  before?: string | undefined;
};

function conditions({ tenantId, identityId }: Scope, { types, after, before }: FeedFilter): Sql {
  return sql`
    ${identityId === null ? sql`tenant_id = ${tenantId}` : sql`identity_id = ${identityId}`}
    and type <> all(${typesNotForTenants}::text[])
    ${types === undefined ? empty : sql`and type = any(${types}::text[])`}
    ${after === undefined ? empty : sql`and occurred_at > ${after}::timestamptz`}
    ${before === undefined ? empty : sql`and occurred_at < ${before}::timestamptz`}`;
}

/** Events of a feed, newest first; `beyond` is the position of the last event of the previous page. */
export const listEvents = (
  db: Queryable,
  scope: Scope,
  filter: FeedFilter,
  page: { beyond: number | null; take: number },
): Promise<StoredEvent[]> =>
  readEvents(
    db,
    sql`
    select ${raw(eventColumns)} from events
    where ${conditions(scope, filter)} ${page.beyond === null ? empty : sql`and position < ${page.beyond}`}
    order by position desc limit ${page.take}`,
  );

/** Events of a feed after a position and up to a horizon, oldest first. */
export const nextEvents = (
  db: Queryable,
  scope: Scope,
  filter: FeedFilter,
  range: { beyond: number; upTo: number; take: number },
): Promise<StoredEvent[]> =>
  readEvents(
    db,
    sql`
    select ${raw(eventColumns)} from events
    where ${conditions(scope, filter)} and position > ${range.beyond} and position <= ${range.upTo}
    order by position limit ${range.take}`,
  );

/** The events of these tenants after a position. */
export const eventsAfter = (
  db: Queryable,
  tenantIds: readonly string[],
  range: { beyond: number; take: number },
): Promise<StoredEvent[]> =>
  readEvents(db, {
    name: 'events.after',
    text: `select ${eventColumns} from events
           where position > $1 and tenant_id = any($2::text[]) order by position limit $3`,
    values: [range.beyond, tenantIds, range.take],
  });

/** The position of an event, if it is in the feed. */
export const findPosition = (
  db: Queryable,
  { tenantId, identityId }: Scope,
  eventId: string,
): Promise<Row<'events', 'position'> | null> =>
  db.first(sql`
    select position from events
    where id = ${eventId} and tenant_id = ${tenantId} ${identityId === null ? empty : sql`and identity_id = ${identityId}`}`);

/**
 * The position up to which events can be read without missing one that is not committed yet. Positions are drawn before the
 * commit, so a later one can become visible before an earlier one. Before a transaction draws positions, it takes a lock
 * that encodes the last position drawn so far (`insertEvents`). So all positions up to the lowest of these locks are
 * settled. Read the events in a later statement than the horizon.
 */
export async function horizon(db: Queryable): Promise<{ safe: number; last: number }> {
  const row = await db.first<{ safe: number; last: number }>({
    name: 'events.horizon',
    text: `select s.last, least(s.last, l.floor) as safe
           from (select last_value - (not is_called)::int as last from events_position_seq offset 0) s
           cross join lateral (
             select min(((classid::bigint << 32) | objid::bigint) & ((1::bigint << 48) - 1)) as floor
             from pg_locks
             where locktype = 'advisory' and objsubid = 1 and classid::bigint >> 16 = x'5046'::bigint
               and database = (select oid from pg_database where datname = current_database())
               and s.last is not null) l`,
    values: [],
  });
  return row!;
}
