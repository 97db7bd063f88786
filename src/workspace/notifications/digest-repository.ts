import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/** The person and the workspace of a digest. */
export type Holder = Row<'notifications', 'tenant_id' | 'user_id'>;
/** A digest that is due. Notices after `until` wait for the next one. */
export type DueHolder = Holder & { until: string };

/** A notice is sent with the first digest after it, at 09:00 in its workspace's time zone (spec 8.4). */
const DIGEST_TIME = `time '09:00'`;

/** SQL for the last 09:00 in a time zone before `$1`. Postgres handles days of 23 and 25 hours. */
const lastDigest = `(select case when at <= $1::timestamptz then at else before end from (
    select (day + ${DIGEST_TIME}) at time zone z.zone as at, (day - 1 + ${DIGEST_TIME}) at time zone z.zone as before
    from (select ($1::timestamptz at time zone z.zone)::date as day) d) n)`;

/** Digests that are due by this time, ordered by person and workspace. With `all`, digests of all held notices. */
export const findHolders = (
  db: Queryable,
  now: Date,
  { all, beyond, take }: { all: boolean; beyond: Holder; take: number },
): Promise<DueHolder[]> =>
  db.rows<DueHolder>({
    name: 'notifications.find_holders',
    text: `select distinct n.user_id, n.tenant_id, due.until from notifications n
           left join tenants t on t.id = n.tenant_id
           cross join lateral (select coalesce(t.timezone,
             (select timezone from tenants where address_suffix = ''), 'UTC') as zone) z
           cross join lateral (select case when $5::boolean then $1 else ${lastDigest} end as until) due
           where n.is_held and (n.user_id, n.tenant_id) > ($2, $3) and n.created_at <= due.until
           order by n.user_id, n.tenant_id limit $4`,
    values: [now, beyond.user_id, beyond.tenant_id, take, all],
  });

export type Held = Row<'users', 'email'> &
  Row<'notifications', 'subject' | 'summary'> & { workspace: string | null };

/**
 * Takes the notices held for a person up to `until`. They stay in the console's list.
 * @returns the notices, oldest first, if the person still belongs to the workspace
 */
export const takeHeld = (tx: Queryable, { user_id, tenant_id, until }: DueHolder): Promise<Held[]> =>
  tx.rows<Held>({
    name: 'notifications.take_held',
    text: `with taken as (
             update notifications set is_held = false, is_mailed = false
             where is_held and user_id = $1 and tenant_id = $2 and created_at <= $3
             returning id, subject, summary)
           select u.email, t.subject, t.summary, w.name as workspace
           from taken t
           join users u on u.id = $1
           left join members m on m.tenant_id = $2 and m.user_id = $1
           left join tenants w on w.id = $2
           where m.user_id is not null or ($2 = 'platform' and u.is_operator)
           order by t.id`,
    values: [user_id, tenant_id, until],
  });
