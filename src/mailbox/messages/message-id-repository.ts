import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';

export type MessageIdRow = Narrow<
  Row<'messages', 'identity_id' | 'rfc_message_id' | 'thread_id' | 'direction'>,
  { direction: 'inbound' | 'outbound' }
> & {
  /** The SHA-256 of the received bytes in hex. */
  content_hash: string | null;
};

/**
 * The identities' messages with these Message-IDs, to thread replies and to detect duplicates (decisions.md, Thread
 * token). It matches the id of a message, or the id with which its provider replaced ours.
 */
export const findByMessageId = (
  db: Queryable,
  pairs: { identityIds: string[]; messageIds: string[] },
): Promise<MessageIdRow[]> =>
  db.rows({
    name: 'messages.find_by_message_id',
    text: `with requested as (select * from unnest($1::text[], $2::text[]) as w (identity_id, rfc_message_id))
           select identity_id, rfc_message_id, thread_id, direction, encode(content_hash, 'hex') as content_hash from (
             select m.id, m.identity_id, m.rfc_message_id, m.thread_id, m.direction, m.content_hash
             from requested join messages m using (identity_id, rfc_message_id)
             union all
             select m.id, m.identity_id, p.rfc_message_id, m.thread_id, m.direction, m.content_hash
             from requested join provider_messages p using (identity_id, rfc_message_id)
             join messages m on m.id = p.message_id) as found
           order by id`,
    values: [pairs.identityIds, pairs.messageIds],
  });
