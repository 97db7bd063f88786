import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/** The number of a workspace's messages that wait in quarantine, and the mailbox with the newest of them. */
export type QuarantineDue = Row<'messages', 'tenant_id' | 'identity_id'> & {
  /** The current day in the workspace's time zone. */
  day: string;
  many: number;
  mailboxes: number;
};

/** Hours after 09:00 within which a late process still sends the notice. */
const LATE_HOURS = 3;

/**
 * The workspaces in whose time zone 09:00 has just passed, with the mail that was quarantined in the last day and still is.
 * Reads one range of the index of quarantined mail for each of their mailboxes.
 */
export const countQuarantineDue = (db: Queryable, now: Date): Promise<QuarantineDue[]> =>
  db.rows<QuarantineDue>({
    name: 'messages.quarantine_due',
    text: `select t.id as tenant_id, n.day::text as day, count(*)::int as many,
             count(distinct m.identity_id)::int as mailboxes,
             (array_agg(m.identity_id order by m.created_at desc))[1] as identity_id
           from tenants t
           cross join lateral (select ($1::timestamptz at time zone t.timezone)::date as day) n
           cross join lateral (select (n.day + time '09:00') at time zone t.timezone as at) nine
           join identities i on i.tenant_id = t.id and not i.is_system
           join messages m on m.identity_id = i.id and m.status = 'quarantined'
             and m.created_at > nine.at - interval '1 day' and m.created_at <= nine.at
           where t.status = 'active' and nine.at <= $1::timestamptz
             and nine.at > $1::timestamptz - interval '${LATE_HOURS} hours'
           group by t.id, n.day`,
    values: [now],
  });
