import type { Queryable } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';

export type KeptRaw = Narrow<
  Row<'messages', 'id' | 'tenant_id' | 'raw_id' | 'created_at'>,
  { raw_id: string }
>;

/**
 * Messages whose raw bytes are still stored, in the order of their raw ids. These are ULIDs and so in the order of time, so
 * their index alone finds the old ones.
 */
export const listKeptRaws = (
  db: Queryable,
  range: { beyond: Pick<KeptRaw, 'raw_id' | 'id'> | null; olderThan: string; take: number },
): Promise<KeptRaw[]> =>
  db.rows<KeptRaw>({
    name: 'messages.list_kept_raws',
    text: `select id, tenant_id, raw_id, created_at from messages
           where raw_id < $1 and (raw_id, id) > ($2, $3)
           order by raw_id, id limit $4`,
    values: [range.olderThan, range.beyond?.raw_id ?? '', range.beyond?.id ?? '', range.take],
  });

/**
 * Removes the raw bytes from messages, except from those that are still to be sent or under a legal hold.
 * @returns the blobs that they pointed to
 */
export async function forgetRaws(tx: Queryable, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<Narrow<Row<'messages', 'raw_id'>, { raw_id: string }>>({
    name: 'messages.forget_raws',
    text: `update messages m set raw_id = null
           from (select id, raw_id from messages
                 where id = any($1::text[]) and raw_id is not null and status not in ('queued', 'deferred', 'awaiting_approval')
                   and not message_is_held(id)
                 order by id for no key update) kept
           where m.id = kept.id
           returning kept.raw_id`,
    values: [messageIds],
  });
  return [...new Set(rows.map(({ raw_id }) => raw_id))];
}

/**
 * Deletes raw blobs that nothing refers to any more. Copies of one message share a blob, also across mailboxes, and
 * so do mail on its way between mailboxes and the outbox of the capture driver. Attachments have separate blobs.
 * @returns the keys of objects to delete after the commit
 */
export async function deleteUnusedRaws(tx: Queryable, blobIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<Row<'blobs', 'object_key'>>({
    name: 'messages.delete_unused_raws',
    text: `delete from blobs b
           where b.id = any($1::text[])
             and not exists (select from messages m where m.raw_id = b.id)
             and not exists (select from inbound_receipts r where r.raw_id = b.id)
             and not exists (select from captured_mail c where c.raw_id = b.id)
           returning b.object_key`,
    values: [blobIds],
  });
  return rows.flatMap(({ object_key }) => object_key ?? []);
}
