import { type Backlog, MOST_COUNTED } from '#kernel/base/backlog.ts';
import { ulidFloor } from '#kernel/catalogue/ids.ts';
import { empty, join, type Queryable, raw, type Sql, sql } from '#kernel/data/database.ts';
import { columnsOf, type Filter, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';
import type { AddressedEvent } from '#kernel/operation/services.ts';

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'dead'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const columns = columnsOf(
  'webhook_deliveries',
  'id',
  'webhook_id',
  'event_id',
  'event_type',
  'status',
  'attempt',
  'response_status',
  'duration_ms',
  'error',
  'next_attempt_at',
  'created_at',
  'completed_at',
);

export type DeliveryRow = Narrow<RowOf<typeof columns>, { status: DeliveryStatus }>;

/**
 * SQL for ids: a time and 64 random bits in the form of a ULID. The database creates them, because the number of deliveries
 * is not known in advance.
 */
const newIdText = (floor: string): string =>
  `'dlv_' || ${floor}::text || upper(right(replace(gen_random_uuid()::text, '-', ''), 12) || left(gen_random_uuid()::text, 4))`;

const insertInto = `insert into webhook_deliveries
  (id, webhook_id, queue, event_id, event_type, status, next_attempt_at, created_at)`;

/** A delivery for every enabled endpoint that subscribes to one of these events, in the transaction that records them. */
export const insertDeliveries = (
  tx: Queryable,
  events: readonly AddressedEvent[],
  now: Date,
): Promise<number> =>
  tx.run({
    name: 'webhooks.fan_out',
    text: `${insertInto}
           select ${newIdText('$3')}, w.id, w.id, e.id, e.type, 'pending', $2, $2
           from jsonb_to_recordset($1::jsonb)
             as e (id text, type text, tenant_id text, partner_id text, identity_id text, for_tenant bool)
           left join tenants t on t.id = e.tenant_id
           join webhook_endpoints w on w.enabled
             and w.owner_id = any(array['deployment', coalesce(e.partner_id, t.partner_id), case when e.for_tenant then e.tenant_id end])
           where (w.events @> '{*}' or e.type = any(w.events))
             and (cardinality(w.identity_ids) = 0 or e.identity_id = any(w.identity_ids))`,
    values: [JSON.stringify(events), now, ulidFloor(now)],
  });

export type Claimed = Pick<DeliveryRow, 'id' | 'webhook_id' | 'event_id' | 'attempt'> &
  Narrow<Row<'webhook_deliveries', 'leased_until'>, { leased_until: string }>;

export type ClaimOptions = {
  now: Date;
  take: number;
  leaseUntil: Date;
  /** The maximum for an endpoint without running attempts here, and for one whose last attempt failed. */
  perEndpoint: number;
  perFailing: number;
  /** The maximum for each of the other endpoints. */
  rooms: ReadonlyMap<string, number>;
  /** The claim begins with the endpoint after this one. */
  after: string;
};

/** The maximum number of endpoints in one claim. */
const ENDPOINTS_AT_ONCE = 100;

/**
 * Leases deliveries that are due. It visits the endpoints with waiting deliveries through the index, regardless of
 * how many wait for each, and starts where the last claim ended. It takes as many for each endpoint as the endpoint
 * has room for; if that is too much, it takes an equal number for each owner. Endpoints of suspended partners are
 * skipped.
 * @returns also the endpoint at which the next claim starts, or null after the last endpoint
 */
export async function claimDeliveries(
  db: Queryable,
  options: ClaimOptions,
): Promise<{ claimed: Claimed[]; beyond: string | null }> {
  const rows = await db.rows<Claimed & { beyond: string | null }>({
    name: 'webhooks.claim',
    // Losing a lease in a crash of the machine does no harm, so this commit does not wait for the disk.
    text: `with recursive lightly as materialized (select set_config('synchronous_commit', 'off', true)),
           waiting as (
             (select queue, 1 as n from webhook_deliveries where queue > $6 order by queue limit 1)
             union all
             select (select d.queue from webhook_deliveries d where d.queue > w.queue order by d.queue limit 1), w.n + 1
             from waiting w where w.queue is not null and w.n < ${ENDPOINTS_AT_ONCE}),
           ready as (
             select e.*, coalesce(b.room, case when e.failures > 0 then $5::int else $4::int end) as room
             from waiting w join webhook_endpoints e on e.id = w.queue and e.enabled
             left join partners p on p.id = e.partner_id
             left join unnest($7::text[], $8::int[]) as b (id, room) on b.id = e.id
             where p.status is null or p.status = 'active'),
           due as (
             select d.id, row_number() over (partition by r.owner_id order by d.next_attempt_at) as turn
             from ready r cross join lateral (
               select d.id, d.next_attempt_at from webhook_deliveries d
               where d.queue = r.id and d.next_attempt_at <= $1 and (d.leased_until is null or d.leased_until <= $1)
               order by d.next_attempt_at limit greatest(r.room, 0) for update skip locked) d),
           claimed as (
             -- By an array: the plan is kept from when the table was small, and a join would go on to read all of it.
             update webhook_deliveries d set leased_until = $2
             where d.id = any(array(select id from due order by turn limit $3))
             returning d.id, d.webhook_id, d.event_id, d.attempt)
           select c.*, s.beyond
           from (select max(queue) filter (where n = ${ENDPOINTS_AT_ONCE}) as beyond from waiting, lightly) s left join claimed c on true`,
    values: [
      options.now,
      options.leaseUntil,
      options.take,
      options.perEndpoint,
      options.perFailing,
      options.after,
      [...options.rooms.keys()],
      [...options.rooms.values()],
    ],
  });
  const leased_until = options.leaseUntil.toISOString();
  const claimed = rows.filter(({ id }) => id !== null).map((row) => ({ ...row, leased_until }));
  return { claimed, beyond: rows[0]?.beyond ?? null };
}

/**
 * Returns deliveries that were claimed in transactions whose result never arrived. They are identified by the ends of
 * their leases.
 */
export const releaseLost = (db: Queryable, leases: readonly Date[]): Promise<number> =>
  db.run({
    name: 'webhooks.release_lost',
    text: `update webhook_deliveries set leased_until = null
           where queue is not null and leased_until = any($1::timestamptz[])`,
    values: [leases],
  });

/** How an attempt ended. */
export type AttemptEnd = Narrow<
  Row<
    'webhook_deliveries',
    'id' | 'attempt' | 'status' | 'response_status' | 'duration_ms' | 'error' | 'next_attempt_at'
  >,
  { status: DeliveryStatus; duration_ms: number }
>;

/** Writes attempts. A delivery that another worker finished after its lease lapsed is left alone. */
export const endAttempts = (tx: Queryable, ends: readonly AttemptEnd[], now: Date): Promise<number> =>
  tx.run({
    name: 'webhooks.end_attempts',
    text: `update webhook_deliveries d
           set status = e.status, attempt = e.attempt, response_status = e.response_status, duration_ms = e.duration_ms,
               error = e.error, next_attempt_at = e.next_attempt_at, leased_until = null,
               queue = case when e.next_attempt_at is null then null else d.queue end,
               completed_at = case when e.next_attempt_at is null then $2::timestamptz end
           from jsonb_to_recordset($1::jsonb) as e (id text, attempt int, status text, response_status int, duration_ms int,
             error text, next_attempt_at timestamptz)
           where d.id = e.id and d.attempt = e.attempt - 1 and d.id = any($3::text[])`,
    // The ids are passed again, because Postgres would otherwise scan the whole table while it is small.
    values: [JSON.stringify(ends), now, ends.map(({ id }) => id)],
  });

/** Returns claimed deliveries that were not started, unless another worker has claimed them since. */
export const giveBack = (db: Queryable, claimed: readonly Claimed[]): Promise<number> =>
  db.run(sql`
    update webhook_deliveries d set leased_until = null
    from unnest(${claimed.map(({ id }) => id)}::text[], ${claimed.map(({ leased_until }) => leased_until)}::timestamptz[])
      as c (id, leased_until)
    where d.id = c.id and d.leased_until = c.leased_until`);

/** Ends all leases. Only for a process that is alone on its database: deliveries of its previous run are due at once. */
export const releaseLeases = (db: Queryable): Promise<number> =>
  db.run(
    sql`update webhook_deliveries set leased_until = null where queue is not null and leased_until is not null`,
  );

/** Records a delivery that was already attempted; does nothing if its endpoint was deleted. */
export const insertDelivery = (tx: Queryable, row: DeliveryRow): Promise<number> =>
  tx.run(sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, status, attempt, response_status, duration_ms,
                                    error, created_at, completed_at)
    select ${row.id}, id, ${row.event_id}, ${row.event_type}, ${row.status}, ${row.attempt}::int,
           ${row.response_status}::int, ${row.duration_ms}::int, ${row.error}, ${row.created_at}::timestamptz,
           ${row.completed_at}::timestamptz
    from webhook_endpoints where id = ${row.webhook_id} for key share`);

export type DeliveryFilter = Filter<'webhook_deliveries', 'event_type'> & {
  status?: DeliveryStatus | undefined;
  after?: string | undefined;
};

export const findDelivery = (db: Queryable, webhookId: string, id: string): Promise<DeliveryRow | null> =>
  db.first<DeliveryRow>(
    sql`select ${columns.sql} from webhook_deliveries where id = ${id} and webhook_id = ${webhookId}`,
  );

/** Deliveries of an endpoint, newest first. */
export const listDeliveries = (
  db: Queryable,
  webhookId: string,
  filter: DeliveryFilter,
  page: { beyond: string | null; take: number },
): Promise<DeliveryRow[]> =>
  db.rows<DeliveryRow>(sql`
    select ${columns.sql} from webhook_deliveries
    where webhook_id = ${webhookId}
      ${page.beyond === null ? empty : sql`and id < ${page.beyond}`}
      ${filter.status === undefined ? empty : sql`and status = ${filter.status}`}
      ${filter.event_type === undefined ? empty : sql`and event_type = ${filter.event_type}`}
      ${filter.after === undefined ? empty : sql`and created_at > ${filter.after}::timestamptz`}
    order by id desc limit ${page.take}`);

/** The events to deliver again: named ones, or those of a period whose deliveries have a certain status. */
export type Replay = {
  oldest: Date;
  ids?: readonly string[] | undefined;
  since?: string | undefined;
  until?: string | undefined;
  status?: DeliveryStatus | undefined;
};

type ReplayTo = Row<'webhook_endpoints', 'id' | 'events' | 'identity_ids'> &
  Row<'webhook_endpoints', 'tenant_id' | 'partner_id'>;

/**
 * Queues deliveries of events that this endpoint may receive. For a period it takes events that the endpoint
 * subscribes to; events that are named by id need no subscription.
 * @returns the number of deliveries
 */
export function insertReplays(tx: Queryable, to: ReplayTo, replay: Replay, now: Date): Promise<number> {
  const { ids, since, until, status } = replay;
  const conditions = [sql`e.type <> 'webhook.test'`, sql`e.occurred_at >= ${replay.oldest}`, ...reachOf(to)];
  if (ids) conditions.push(sql`e.id = any(${ids}::text[])`);
  else {
    if (!to.events.includes('*')) conditions.push(sql`e.type = any(${to.events}::text[])`);
    if (to.identity_ids.length > 0) conditions.push(sql`e.identity_id = any(${to.identity_ids}::text[])`);
  }
  if (since) conditions.push(sql`e.occurred_at >= ${since}::timestamptz`);
  if (until) conditions.push(sql`e.occurred_at < ${until}::timestamptz`);
  if (status)
    conditions.push(sql`exists (
      select from webhook_deliveries d where d.webhook_id = ${to.id} and d.event_id = e.id and d.status = ${status})`);
  return tx.run(sql`
    ${raw(insertInto)}
    select ${raw(newIdText(`'${ulidFloor(now)}'`))}, ${to.id}, ${to.id}, e.id, e.type, 'pending', ${now}, ${now}
    from events e where ${join(conditions, ' and ')} order by e.position`);
}

/** Conditions for the events of a tenant, of a partner and all its tenants, or of the whole deployment. */
function reachOf({ tenant_id, partner_id }: ReplayTo): Sql[] {
  if (tenant_id !== null) return [sql`e.tenant_id = ${tenant_id}`, sql`e.type <> 'webhook.disabled'`];
  if (partner_id === null) return [];
  return [
    sql`(e.partner_id = ${partner_id} or e.tenant_id in (select id from tenants where partner_id = ${partner_id}))`,
  ];
}

/** The number of due deliveries. */
export const measureDeliveries = async (db: Queryable, now: Date): Promise<Backlog> =>
  (await db.first<Backlog>(sql`
    select count(*)::int as waiting, min(next_attempt_at) as oldest_at
    from (select next_attempt_at from webhook_deliveries
          where queue is not null and next_attempt_at <= ${now} limit ${MOST_COUNTED}) d`))!;
