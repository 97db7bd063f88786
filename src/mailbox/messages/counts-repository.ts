import type { Queryable } from '#kernel/data/database.ts';

/** The number of a tenant's messages that wait to be sent, including scheduled ones, counted up to `most`. */
export async function countQueued(db: Queryable, tenantId: string, most: number): Promise<number> {
  const row = await db.first<{ waiting: number }>({
    name: 'messages.count_queued',
    text: `select count(*)::int as waiting
           from (select from messages where tenant_id = $1 and status = 'queued' limit $2) m`,
    values: [tenantId, most],
  });
  return row!.waiting;
}

/** The number of automatic replies in the thread, sent or queued, since the last sent message that was not automatic. */
export async function countAutomaticReplies(db: Queryable, threadId: string): Promise<number> {
  const row = await db.first<{ count: number }>({
    name: 'messages.count_automatic_replies',
    text: `select count(*)::int as count from messages m
           where m.thread_id = $1 and m.kind = 'auto_reply' and m.direction = 'outbound' and m.status <> 'canceled'
             and m.id > coalesce((
               select max(p.id) from messages p
               where p.thread_id = $1 and p.direction = 'outbound' and p.kind <> 'auto_reply'), '')`,
    values: [threadId],
  });
  return row!.count;
}
