import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/**
 * Deletes the records of how these messages were sent. A send that is under way ends without a record, because its
 * message is gone.
 */
export const deleteSends = (tx: Queryable, messageIds: readonly string[]): Promise<number> =>
  tx.run({
    name: 'sending.delete_sends',
    text: `with d as (delete from deliveries where message_id = any($1::text[])),
             p as (delete from provider_messages where message_id = any($1::text[]))
           delete from sends where message_id = any($1::text[])`,
    values: [messageIds],
  });

/**
 * Deletes the copies of these messages in the capture driver's outbox. Call it only for outbound messages, because
 *  received ones can have any Message-ID.
 */
export async function deleteCaptured(tx: Queryable, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<Row<'captured_mail', 'raw_id'>>({
    name: 'sending.delete_captured',
    text: `delete from captured_mail c using messages m
           where m.id = any($1::text[]) and m.direction = 'outbound' and c.rfc_message_id = m.rfc_message_id
           returning c.raw_id`,
    values: [messageIds],
  });
  return rows.map(({ raw_id }) => raw_id);
}
