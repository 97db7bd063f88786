import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type CapturedRow = Row<'captured_mail'> &
  Row<'blobs', 'size' | 'object_key'> & {
    /** The beginning of the message, or all of it packed; null if the bytes are in blob storage. */
    head: Buffer | null;
    packed: boolean;
  };

/** How many bytes of a message are searched for its subject. */
export const HEAD_BYTES = 8_192;

const columns = sql`
  c.id, c.rfc_message_id, c.envelope_from, c.envelope_to, c.raw_id, b.size, c.created_at,
  case when b.packed then b.content else substring(b.content from 1 for ${HEAD_BYTES}) end as head, b.packed, b.object_key`;

/** Captured mail, newest first; `beyond` is the id of the last row of the page before. */
export const listCaptured = (
  db: Queryable,
  page: { beyond: string | null; take: number },
): Promise<CapturedRow[]> =>
  db.rows<CapturedRow>(sql`
    select ${columns} from captured_mail c join blobs b on b.id = c.raw_id
    where ${page.beyond}::text is null or c.id < ${page.beyond} order by c.id desc limit ${page.take}`);

export const findCaptured = (db: Queryable, id: string): Promise<CapturedRow | null> =>
  db.first<CapturedRow>(
    sql`select ${columns} from captured_mail c join blobs b on b.id = c.raw_id where c.id = ${id}`,
  );

/** Oldest first, without mail under a legal hold. @returns the blobs that the deleted rows pointed to */
export const deleteCapturedBefore = async (tx: Queryable, ulid: string, take: number): Promise<string[]> => {
  const rows = await tx.rows<Row<'captured_mail', 'raw_id'>>({
    name: 'sending.delete_captured_before',
    text: `delete from captured_mail where id in (
             select id from captured_mail c
             where id < $1
               and not exists (select from messages m where m.raw_id = c.raw_id and message_is_held(m.id))
             order by id limit $2)
           returning raw_id`,
    values: [ulid, take],
  });
  return rows.map(({ raw_id }) => raw_id);
};
