import type { Queryable } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';
import type { DraftMode } from './schema.ts';

type Mailbox = { address: string; name: string | null };

const columns = columnsOf(
  'drafts',
  'id',
  'tenant_id',
  'identity_id',
  'mode',
  'thread_id',
  'in_reply_to_message_id',
  'to',
  'cc',
  'bcc',
  'subject',
  'text',
  'html',
  'headers',
  'metadata',
  'version',
  'created_by_type',
  'created_by_id',
  'created_at',
  'updated_at',
);

export type StoredDraftRow = Narrow<
  RowOf<typeof columns>,
  {
    mode: DraftMode;
    to: Mailbox[];
    cc: Mailbox[];
    bcc: Mailbox[];
    headers: Record<string, string>;
    metadata: Record<string, unknown>;
    created_by_type: 'key' | 'user';
  }
>;

export type DraftAttachmentRow = Narrow<Row<'draft_attachments'>, { disposition: 'attachment' | 'inline' }>;

export type DraftRow = StoredDraftRow & {
  attachments: Pick<
    DraftAttachmentRow,
    'id' | 'filename' | 'content_type' | 'size' | 'disposition' | 'content_id' | 'blob_id' | 'risk'
  >[];
};

const read = columns.of('d').names;
const attachmentsOf = `
  (select coalesce(json_agg(json_build_object('id', a.id, 'filename', a.filename, 'content_type', a.content_type,
     'size', a.size, 'disposition', a.disposition, 'content_id', a.content_id, 'blob_id', a.blob_id, 'risk', a.risk)
     order by a.position), '[]')
   from draft_attachments a where a.draft_id = d.id) as attachments`;

export const findDraft = (db: Queryable, identityId: string, id: string): Promise<DraftRow | null> =>
  db.first<DraftRow>({
    name: 'drafts.find',
    text: `select ${read}, ${attachmentsOf} from drafts d where d.id = $1 and d.identity_id = $2`,
    values: [id, identityId],
  });

/** Locks the draft until the transaction ends, so that changes happen one after the other. */
export const lockDraft = (tx: Queryable, identityId: string, id: string): Promise<StoredDraftRow | null> =>
  tx.first<StoredDraftRow>({
    name: 'drafts.lock',
    text: `select ${read} from drafts d where d.id = $1 and d.identity_id = $2 for update`,
    values: [id, identityId],
  });

/** Newest first; ids are in the order of creation. */
export const listDrafts = (
  db: Queryable,
  identityId: string,
  filter: { threadId: string | null; beyond: string | null; take: number },
): Promise<DraftRow[]> =>
  db.rows<DraftRow>({
    name: 'drafts.list',
    text: `select ${read}, ${attachmentsOf} from drafts d
           where d.identity_id = $1 and ($2::text is null or d.thread_id = $2) and ($3::text is null or d.id < $3)
           order by d.id desc limit $4`,
    values: [identityId, filter.threadId, filter.beyond, filter.take],
  });

export const countDrafts = async (db: Queryable, identityId: string): Promise<number> => {
  const row = await db.first<{ count: number }>({
    name: 'drafts.count',
    text: 'select count(*)::int as count from drafts where identity_id = $1',
    values: [identityId],
  });
  return row!.count;
};

export const insertDraft = (tx: Queryable, row: StoredDraftRow): Promise<number> =>
  tx.run({
    name: 'drafts.insert',
    text: 'insert into drafts select * from jsonb_populate_record(null::drafts, $1::jsonb)',
    values: [JSON.stringify(row)],
  });

export const updateDraft = (
  tx: Queryable,
  row: Pick<
    StoredDraftRow,
    | 'id'
    | 'to'
    | 'cc'
    | 'bcc'
    | 'subject'
    | 'text'
    | 'html'
    | 'headers'
    | 'metadata'
    | 'version'
    | 'updated_at'
  >,
): Promise<number> =>
  tx.run({
    name: 'drafts.update',
    text: `update drafts set "to" = $2, cc = $3, bcc = $4, subject = $5, text = $6, html = $7, headers = $8, metadata = $9,
             version = $10, updated_at = $11
           where id = $1`,
    values: [
      row.id,
      JSON.stringify(row.to),
      JSON.stringify(row.cc),
      JSON.stringify(row.bcc),
      row.subject,
      row.text,
      row.html,
      JSON.stringify(row.headers),
      JSON.stringify(row.metadata),
      row.version,
      row.updated_at,
    ],
  });

export const insertAttachments = (tx: Queryable, rows: readonly DraftAttachmentRow[]): Promise<number> =>
  tx.run({
    name: 'drafts.insert_attachments',
    text: `insert into draft_attachments
           select * from jsonb_populate_recordset(null::draft_attachments, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  });

/** @returns the blobs that the deleted rows referred to */
export const deleteAttachments = async (tx: Queryable, draftIds: readonly string[]): Promise<string[]> => {
  const rows = await tx.rows<Row<'draft_attachments', 'blob_id'>>({
    name: 'drafts.delete_attachments',
    text: 'delete from draft_attachments where draft_id = any($1::text[]) returning blob_id',
    values: [draftIds],
  });
  return [...new Set(rows.map(({ blob_id }) => blob_id))];
};

/** Deletes a draft unless it was changed after it was read. */
export const deleteDraftOf = (tx: Queryable, id: string, version: number): Promise<number> =>
  tx.run({
    name: 'drafts.delete_version',
    text: 'delete from drafts where id = $1 and version = $2',
    values: [id, version],
  });

export const deleteDrafts = (tx: Queryable, ids: readonly string[]): Promise<number> =>
  tx.run({
    name: 'drafts.delete',
    text: 'delete from drafts where id = any($1::text[])',
    values: [ids],
  });

/** Drafts that nobody has changed since this time, without those that a legal hold covers. */
export const findAbandoned = (
  db: Queryable,
  before: Date,
  take: number,
): Promise<Row<'drafts', 'id' | 'tenant_id'>[]> =>
  db.rows({
    name: 'drafts.find_abandoned',
    text: `select d.id, d.tenant_id from drafts d
           where d.updated_at < $1 and not exists (
             select from legal_holds h
             where h.tenant_id = d.tenant_id and h.released_at is null
               and (h.scope in ('tenant', 'counterparty') or h.identity_id = d.identity_id or h.thread_id = d.thread_id))
           order by d.updated_at limit $2 for update of d skip locked`,
    values: [before, take],
  });
