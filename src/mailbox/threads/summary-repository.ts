import { empty, type Queryable, raw, sql } from '#kernel/data/database.ts';
import { namedByForm } from '#kernel/data/named.ts';
import { type SummaryRow, summaryOfMessage } from '#mailbox/messages/index.ts';
import { type ListOptions, lastActive, pageOfThreads, readerOf } from './repository.ts';

/** The summary of a thread, with the id of the message that it shows. */
export type ThreadSummaryRow = SummaryRow & { message_id: string };

/** Threads as summaries. The thread's own fields come from its row, the others from its newest visible message. */
export async function listThreadSummaries(
  db: Queryable,
  identityId: string,
  options: ListOptions,
): Promise<ThreadSummaryRow[]> {
  const last = lastActive(options.review);
  const statement = sql`
    select coalesce(json_agg(row_to_json(s)), '[]') as found from (
      select p.id, p.id as thread_id, n.*, p.subject, p.date, p.unread_count = 0 as is_read, p.labels, p.category
      from (
        select t.id, t.subject, ${last} as date, t.unread_count, t.labels, t.category
        from threads t ${pageOfThreads(identityId, options)}) p
      cross join lateral (
        select m.id as message_id, ${raw(summaryOfMessage)} from messages m
        where m.thread_id = p.id
          ${options.review ? empty : sql`and m.status not in ('quarantined', 'hidden', 'throttled')`}
        order by m.id desc limit 1) n
      order by p.date desc, p.id desc) s`;
  const row = await readerOf(db, options).first<{ found: ThreadSummaryRow[] }>(
    namedByForm('threads.summaries', options, statement),
  );
  return row!.found;
}
