import { type Queryable, sql, type Transaction } from '#kernel/data/database.ts';
import type { Column, Row } from '#kernel/data/row.ts';

export type TextState = Row<'attachments', 'risk'> & {
  status: 'pending' | 'ready' | 'unavailable' | 'skipped';
  total_pages: Column<'attachments', 'pages'>;
};

export const findTextState = (
  db: Queryable,
  messageId: string,
  attachmentId: string,
): Promise<TextState | null> =>
  db.first<TextState>(sql`
    select text_status as status, pages as total_pages, risk from attachments
    where id = ${attachmentId} and message_id = ${messageId}`);

export type PageRow = Row<'attachment_pages', 'page' | 'text'> & {
  bytes_before: number;
  wanted: number;
};

/**
 * Pages in order, as long as the previous ones have fewer than `maxBytes` bytes together; `wanted` counts all requested
 * pages.
 */
export const findPages = (
  db: Queryable,
  attachmentId: string,
  pages: readonly number[] | null,
  maxBytes: number,
): Promise<PageRow[]> =>
  db.rows<PageRow>(sql`
    select p.page, t.text, p.bytes_before, p.wanted
    from (select page, count(*) over ()::int as wanted,
                 (sum(octet_length(text)) over (order by page) - octet_length(text))::int as bytes_before
          from attachment_pages
          where attachment_id = ${attachmentId} and (${pages}::int[] is null or page = any(${pages}::int[]))) p
    join attachment_pages t on t.attachment_id = ${attachmentId} and t.page = p.page
    where p.bytes_before < ${maxBytes}
    order by p.page`);

export type PendingFile = Row<'attachments', 'blob_id' | 'content_type'>;

/** The files among these whose text has not been extracted yet. */
export const findPendingFiles = (db: Queryable, blobIds: readonly string[]): Promise<PendingFile[]> =>
  db.rows<PendingFile>(sql`
    select distinct on (blob_id) blob_id, content_type from attachments
    where blob_id = any(${blobIds}::text[]) and text_status = 'pending'
    order by blob_id`);

/**
 * Stores the text of a file, for every copy that waits for it. A second run finds none.
 * @returns the messages of these copies
 */
export async function storePages(
  db: Transaction,
  blobId: string,
  pages: readonly string[],
): Promise<string[]> {
  const rows = await db.rows<Row<'attachments', 'message_id'>>(sql`
    with waiting as (
      update attachments set text_status = 'ready', pages = ${pages.length}
      where blob_id = ${blobId} and text_status = 'pending' returning id, message_id),
    stored as (
      insert into attachment_pages (attachment_id, page, text)
      select waiting.id, p.page, p.text
      from waiting cross join unnest(${pages}::text[]) with ordinality as p (text, page))
    select distinct message_id from waiting`);
  return rows.map(({ message_id }) => message_id);
}

/** Deletes the text of erased attachments. */
export const deletePages = (tx: Queryable, attachmentIds: readonly string[]): Promise<number> =>
  tx.run(sql`delete from attachment_pages where attachment_id = any(${attachmentIds}::text[])`);

export const markUnavailable = (db: Queryable, blobIds: readonly string[]): Promise<number> =>
  db.run(sql`
    update attachments set text_status = 'unavailable'
    where blob_id = any(${blobIds}::text[]) and text_status = 'pending'`);
