import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type ModeOfWeek = 'new_recipients' | 'external' | 'risky' | 'always';

export type Week = {
  sends: number;
  new_recipients: number;
  external: number;
  risky: number;
  examples: (Row<'messages', 'identity_id' | 'thread_id' | 'subject'> & {
    message_id: string;
    at: string;
    recipients: string[];
    modes: Exclude<ModeOfWeek, 'always'>[];
  })[];
};

/** The maximum numbers of sends that are counted and of messages that are shown. */
const COUNTED = 5_000;
const SHOWN = 20;
/** The same as in `src/mail/sending/approval/reasons.ts`. */
const MANY_STRANGERS = 3;

/**
 * Counts what each value of `sending.approval` would have held since a time, by the same rules as at the send
 * (`src/mail/sending/approval/reasons.ts`). A recipient counts as new if the identity had no earlier mail with it. The
 * current lists of the workspace are used.
 */
export const findWeek = async (db: Queryable, tenantId: string, since: Date): Promise<Week> =>
  (await db.first<Week>(sql`
    with week as materialized (
      select message_id, identity_id, created_at, guard from sends
      where tenant_id = ${tenantId} and created_at > ${since}
      order by created_at desc limit ${COUNTED}),
    reached as (
      select w.message_id, count(*) as outside, count(*) filter (where not exists (
          select from contacts c where c.identity_id = w.identity_id and c.address = lower(d.address)
            and c.first_seen_at < w.created_at)
        and not exists (
          select from list_entries l where l.tenant_id = ${tenantId} and l.direction = 'send' and l.kind = 'allow'
            and l.entry in (lower(d.address), split_part(lower(d.address), '@', 2)))) as strangers
      from week w join deliveries d on d.message_id = w.message_id
      where not exists (
        select from addresses a where a.tenant_id = ${tenantId}
          and a.address in (lower(d.address), regexp_replace(lower(d.address), '\\+[^@]*@', '@')))
      group by w.message_id),
    judged as materialized (
      select w.message_id, w.created_at, coalesce(r.outside, 0) > 0 as external,
        coalesce(r.strangers, 0) > 0 as new_recipients,
        w.guard is not null or r.strangers >= ${MANY_STRANGERS}
          or (r.strangers > 0 and exists (select from attachments a where a.message_id = w.message_id))
          or exists (
            select from messages m join messages i on i.thread_id = m.thread_id
            where m.id = w.message_id and i.direction = 'inbound' and i.created_at < m.created_at
              and (i.triage->'risk_flags') - 'otp' <> '[]') as risky
      from week w left join reached r on r.message_id = w.message_id)
    select count(*)::int as sends, count(*) filter (where new_recipients)::int as new_recipients,
      count(*) filter (where external)::int as external, count(*) filter (where risky)::int as risky,
      (select coalesce(json_agg(x), '[]') from (
         select j.message_id, m.identity_id, m.thread_id, j.created_at as at, m.subject,
           array(select p->>'address' from jsonb_array_elements(m."to" || m.cc || m.bcc) p limit 5) as recipients,
           array_remove(array[case when j.new_recipients then 'new_recipients' end, case when j.external then 'external' end,
             case when j.risky then 'risky' end], null) as modes
         from (select * from judged where external or risky order by created_at desc limit ${SHOWN}) j
         join messages m on m.id = j.message_id order by j.created_at desc) x) as examples
    from judged`))!;
