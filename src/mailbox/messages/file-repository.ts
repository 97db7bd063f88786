import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import type { NewAttachment } from './stored-message.ts';

export async function insertAttachments(db: Queryable, attachments: readonly NewAttachment[]): Promise<void> {
  if (attachments.length === 0) return;
  await db.run({
    name: 'attachments.insert',
    text: `insert into attachments
           select * from jsonb_populate_recordset(null::attachments, $1::jsonb)`,
    values: [JSON.stringify(attachments)],
  });
}

export type AttachmentFile = Row<'attachments', 'filename' | 'content_type' | 'size' | 'blob_id' | 'risk'>;

export const findAttachment = (
  db: Queryable,
  messageId: string,
  attachmentId: string,
): Promise<AttachmentFile | null> =>
  db.first<AttachmentFile>(sql`
    select filename, content_type, size, blob_id, risk from attachments
    where id = ${attachmentId} and message_id = ${messageId}`);

/** An attachment of a message that the tenant sent, for the bearer of a link to it. */
export const findSentAttachment = (
  db: Queryable,
  tenantId: string,
  attachmentId: string,
): Promise<AttachmentFile | null> =>
  db.first<AttachmentFile>(sql`
    select a.filename, a.content_type, a.size, a.blob_id, a.risk
    from attachments a join messages m on m.id = a.message_id
    where a.id = ${attachmentId} and m.tenant_id = ${tenantId} and m.direction = 'outbound'
      and m.status not in ('canceled', 'suppressed')`);

/** An attachment of one of the tenant's messages, for the bearer of a link that was created for a reader of the message. */
export const findFile = (
  db: Queryable,
  tenantId: string,
  attachmentId: string,
): Promise<AttachmentFile | null> =>
  db.first<AttachmentFile>(sql`
    select a.filename, a.content_type, a.size, a.blob_id, a.risk
    from attachments a join messages m on m.id = a.message_id
    where a.id = ${attachmentId} and m.tenant_id = ${tenantId}`);

export type StoredFile = AttachmentFile &
  Narrow<Row<'attachments', 'content_id' | 'disposition'>, { disposition: 'attachment' | 'inline' }>;

export type NamedFile = StoredFile & Row<'attachments', 'id' | 'message_id'>;

/**
 * Attachments by their ids and the ids of their messages, from mail that the caller sees and could forward, so never from
 * hidden or throttled mail.
 */
export const findFilesByName = (
  db: Queryable,
  identityId: string,
  named: readonly { message_id: string; attachment_id: string }[],
  review: boolean,
): Promise<NamedFile[]> =>
  db.rows<NamedFile>({
    name: 'attachments.find_by_name',
    text: `select a.id, a.message_id, a.filename, a.content_type, a.content_id, a.disposition, a.size, a.blob_id, a.risk
           from unnest($2::text[], $3::text[]) as w (message_id, attachment_id)
           join attachments a on a.id = w.attachment_id and a.message_id = w.message_id
           join messages m on m.id = a.message_id
           where m.identity_id = $1 and m.status not in ('hidden', 'throttled')
             and ($4::boolean or m.status <> 'quarantined')`,
    values: [
      identityId,
      named.map(({ message_id }) => message_id),
      named.map(({ attachment_id }) => attachment_id),
      review,
    ],
  });

/** The attachments of a message, in their order. */
export const listAttachmentFiles = (db: Queryable, messageId: string): Promise<StoredFile[]> =>
  db.rows<StoredFile>(sql`
    select filename, content_type, content_id, disposition, size, blob_id, risk from attachments
    where message_id = ${messageId} order by position`);

/** The raw message as a file; null once it is past its retention. */
export const findOriginalFile = (
  db: Queryable,
  messageId: string,
): Promise<Row<'blobs', 'id' | 'size'> | null> =>
  db.first(sql`
    select b.id, b.size from messages m join blobs b on b.id = m.raw_id where m.id = ${messageId}`);
