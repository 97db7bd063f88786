import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/** A message that has not arrived but to which others in the mailbox refer, and their thread. */
export type AwaitedMessage = Row<'awaited_messages', 'identity_id' | 'rfc_message_id' | 'thread_id'>;

/**
 * After this many days an awaited message is given up: most such messages went to other recipients and never arrive.
 */
const KEPT_DAYS = 30;

export const findAwaited = (
  db: Queryable,
  pairs: readonly { identityId: string; id: string }[],
): Promise<AwaitedMessage[]> =>
  db.rows({
    name: 'threads.find_awaited',
    text: `select a.identity_id, a.rfc_message_id, a.thread_id
           from unnest($1::text[], $2::text[]) as w (identity_id, rfc_message_id)
           join awaited_messages a using (identity_id, rfc_message_id)`,
    values: [pairs.map(({ identityId }) => identityId), pairs.map(({ id }) => id)],
  });

/**
 * Records awaited messages. Call it with the mailboxes locked, after the threads are stored. It deletes messages that were
 * awaited for too long.
 */
export async function recordAwaited(db: Queryable, awaited: readonly AwaitedMessage[]): Promise<void> {
  if (awaited.length === 0) return;
  await db.run({
    name: 'threads.record_awaited',
    text: `with old as (
             delete from awaited_messages
             where identity_id = any($1::text[]) and created_at < now() - make_interval(days => $4))
           insert into awaited_messages (identity_id, rfc_message_id, thread_id)
           select * from unnest($1::text[], $2::text[], $3::text[])
           on conflict do nothing`,
    values: [
      awaited.map(({ identity_id }) => identity_id),
      awaited.map(({ rfc_message_id }) => rfc_message_id),
      awaited.map(({ thread_id }) => thread_id),
      KEPT_DAYS,
    ],
  });
}
