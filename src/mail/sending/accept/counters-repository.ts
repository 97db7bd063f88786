import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/** One cap of a message. */
export type CapOf = Row<'send_counters', 'owner_id' | 'day' | 'cap'>;
/** Counts `n` messages against a cap at once. */
export type Take = CapOf & { n: number };

/** The used part of a cap, and the highest percentage for which a warning was sent. */
export type Counted = Row<'send_counters', 'owner_id' | 'day' | 'used' | 'warned'>;

export const countersOf = (db: Queryable, caps: readonly CapOf[]): Promise<Counted[]> =>
  db.rows<Counted>({
    name: 'sending.counters_of',
    text: `select c.owner_id, c.day::text, c.used, c.warned
           from jsonb_to_recordset($1::jsonb) as r (owner_id text, day date)
           join send_counters c on c.owner_id = r.owner_id and c.day = r.day`,
    values: [JSON.stringify(caps)],
  });

/**
 * Counts against each cap. The rows stay locked until the transaction ends, always in one order (identities before
 * tenants), so that counts are exact and deadlocks are impossible. @returns the caps that had enough left; a missing
 * one is used up
 */
export const takeOfCounters = (tx: Queryable, takes: readonly Take[]): Promise<Counted[]> =>
  tx.rows<Counted>({
    name: 'sending.take_of_counters',
    text: `insert into send_counters as c (owner_id, day, used, cap)
           select owner_id, day, n, cap
           from jsonb_to_recordset($1::jsonb) as r (owner_id text, day date, cap int, n int)
           where n <= cap order by owner_id, day
           on conflict (owner_id, day) do update set used = c.used + excluded.used, cap = excluded.cap
             where c.used + excluded.used <= excluded.cap
           returning owner_id, day::text, used, warned`,
    values: [JSON.stringify(takes)],
  });

/** Marks a warning as sent. @returns 0 when it was sent before */
export const markWarned = (
  tx: Queryable,
  cap: Pick<CapOf, 'owner_id' | 'day'>,
  percent: number,
): Promise<number> =>
  tx.run({
    name: 'sending.mark_warned',
    text: 'update send_counters set warned = $3 where owner_id = $1 and day = $2::date and warned < $3',
    values: [cap.owner_id, cap.day, percent],
  });

/** Gives one back to each cap and to the plan that the message counted against, once. */
export const giveBackOne = (tx: Queryable, messageId: string): Promise<number> =>
  tx.run({
    name: 'sending.give_back',
    text: `with counted as (
             select s.message_id, s.identity_id, s.tenant_id, s.counted_on, s.metered_on from sends s
             where s.message_id = $1 and s.counted_on is not null for update),
           ended as (
             update sends s set counted_on = null, metered_on = null from counted c where s.message_id = c.message_id),
           owned as (
             select o.owner_id, o.day from counted c cross join lateral (values
               (c.identity_id, c.counted_on), (c.tenant_id, c.counted_on), (c.tenant_id || ' sends', c.metered_on))
               as o (owner_id, day)),
           held as (
             select k.owner_id, k.day from send_counters k join owned o on k.owner_id = o.owner_id and k.day = o.day
             order by k.owner_id for update of k)
           update send_counters k set used = k.used - 1 from held h
           where k.owner_id = h.owner_id and k.day = h.day and k.used > 0`,
    values: [messageId],
  });

type Full = { tenantId: string; queue: 'sends' | 'jobs'; day: string; waiting: number; limit: number };

/** Notes once a day that a tenant's queue was full. @returns whether this was the first time */
export const markQueueFull = async (
  db: Queryable,
  { tenantId, queue, day, waiting, limit }: Full,
): Promise<boolean> =>
  (await db.run({
    name: 'sending.mark_queue_full',
    text: `insert into send_counters (owner_id, day, used, cap, warned) values ($1, $2::date, $3, $4, 100)
           on conflict (owner_id, day) do nothing`,
    values: [`${tenantId} ${queue === 'sends' ? 'queue' : 'jobs'}`, day, waiting, limit],
  })) === 1;

/** Deletes counters of days that no cap needs anymore. */
export const forgetCounters = (db: Queryable, before: string): Promise<number> =>
  db.run({
    name: 'sending.forget_counters',
    text: 'delete from send_counters where day < $1::date',
    values: [before],
  });

/**
 * How many recipients of an identity's mail since a given time were submitted, bounced or complained. A scheduled
 *  message counts at the time for which it is scheduled.
 */
export type RecentOutcomes = { sent: number; bounced: number; complained: number };

export const recentOutcomes = (db: Queryable, identityId: string, since: Date): Promise<RecentOutcomes> =>
  db
    .first<RecentOutcomes>({
      name: 'sending.recent_outcomes',
      text: `with recent as (
               select s.message_id from sends s where s.identity_id = $1 and s.created_at > $2
               union
               select m.id from messages m where m.identity_id = $1 and m.send_at > $2)
             select count(*)::int as sent, count(*) filter (where d.status = 'bounced')::int as bounced,
                    count(*) filter (where d.status = 'complained')::int as complained
             from recent join deliveries d using (message_id)
             where d.is_taken or d.status in ('bounced', 'complained')`,
      values: [identityId, since],
    })
    .then((row) => row!);
