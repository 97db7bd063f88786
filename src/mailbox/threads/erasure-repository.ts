import { threadTokenForm } from '#kernel/base/email-address.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import { MAX_PARTICIPANTS } from './participants.ts';

/** Deletes locked threads without messages, and their tokens. @returns the number of deleted threads */
export const deleteEmptyThreads = (tx: Queryable, ids: readonly string[]): Promise<number> =>
  tx.run({
    name: 'threads.delete_empty',
    text: `with empty as (
             select t.id from threads t
             where t.id = any($1::text[]) and not exists (select from messages m where m.thread_id = t.id)),
           tokens as (delete from thread_tokens k using empty where k.thread_id = empty.id)
           delete from threads t using empty where t.id = empty.id`,
    values: [ids],
  });

/** SQL: whether everybody may read the message, and not only reviewers (spec 2.6). */
const isShown = `m.status <> all('{quarantined,hidden,throttled}'::text[])`;

/**
 * Rebuilds locked threads from their remaining messages, including counts, labels, times, subject and people, so that
 * nothing of an erased message remains. Hidden messages determine subject and people only if a thread has no visible
 * message.
 */
export const rebuildThreads = (tx: Queryable, ids: readonly string[]): Promise<number> =>
  tx.run({
    name: 'threads.rebuild',
    text: `update threads t set
             subject = s.subject, message_count = s.visible, quarantined_count = s.kept_back, unread_count = s.unread,
             last_at = s.last_at, last_any_at = s.last_any_at, directions = s.directions,
             labels = array(select distinct l from messages m cross join unnest(m.labels) l
                            where m.thread_id = t.id and ${isShown} order by l),
             participants = (
               select coalesce(jsonb_agg(jsonb_build_object('address', p.address, 'name', p.name) order by p.place), '[]')
               from (
                 select min(place) as place, (array_agg(address order by place))[1] as address,
                   (array_agg(name order by place) filter (where name <> ''))[1] as name
                 from (
                   select regexp_replace(e->>'address', $2, '\\1\\3', 'i') as address, e->>'name' as name,
                     row_number() over (order by m.id, o) as place
                   from messages m cross join lateral jsonb_array_elements(
                     jsonb_build_array(m."from") || m."to" || m.cc || m.bcc) with ordinality as x (e, o)
                   where m.thread_id = t.id and e->>'address' is not null and (${isShown} or s.visible = 0)) every
                 group by lower(address) order by place limit $3) p),
             category = n.triage->>'category', needs_reply = (n.triage->>'needs_reply')::float8,
             urgency = (n.triage->>'urgency')::int
           from unnest($1::text[]) as wanted (id)
           cross join lateral (
             select coalesce((array_agg(subject order by id) filter (where shown))[1], (array_agg(subject order by id))[1]) as subject,
               count(*) filter (where shown) as visible, count(*) filter (where not shown) as kept_back,
               count(*) filter (where shown and not is_read) as unread,
               max(created_at) filter (where shown) as last_at, max(created_at) as last_any_at,
               coalesce(array_agg(distinct direction) filter (where shown), '{}') as directions
             from (select m.id, m.subject, m.is_read, m.created_at, m.direction, ${isShown} as shown
                   from messages m where m.thread_id = wanted.id) m) s
           left join lateral (
             select m.triage from messages m
             where m.thread_id = wanted.id and m.direction = 'inbound' and m.status = 'received'
             order by m.id desc limit 1) n on true
           where t.id = wanted.id and s.last_any_at is not null`,
    values: [ids, threadTokenForm.source, MAX_PARTICIPANTS],
  });

/** Deletes threads without messages in a mailbox or tenant. It needs no lock, because nothing else can find them. */
export const deleteLeftOver = (
  tx: Queryable,
  scope: { tenantId: string; identityId: string | null },
  take: number,
): Promise<number> =>
  tx.run({
    name: 'threads.delete_left_over',
    text: `with empty as (
             select t.id from identities i join threads t on t.identity_id = i.id
             where i.tenant_id = $1 and ($2::text is null or i.id = $2)
               and not exists (select from messages m where m.thread_id = t.id)
             limit $3),
           tokens as (delete from thread_tokens k using empty where k.thread_id = empty.id)
           delete from threads t using empty where t.id = empty.id`,
    values: [scope.tenantId, scope.identityId, take],
  });

/** The owner of the thread, or null if the tenant has no such thread. */
export const identityOfThread = async (
  db: Queryable,
  tenantId: string,
  threadId: string,
): Promise<string | null> =>
  (
    await db.first<Row<'threads', 'identity_id'>>({
      name: 'threads.identity_of',
      text: 'select identity_id from threads where id = $2 and tenant_id = $1',
      values: [tenantId, threadId],
    })
  )?.identity_id ?? null;
