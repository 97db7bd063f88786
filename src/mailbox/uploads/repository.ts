import type { Queryable } from '#kernel/data/database.ts';
import { columnsOf, type Row, type RowOf } from '#kernel/data/row.ts';

export type UploadRow = Row<'uploads'>;

const fileColumns = columnsOf('uploads', 'id', 'filename', 'content_type', 'size', 'blob_id');
/** The fields of an upload that a message needs. */
export type UploadedFile = RowOf<typeof fileColumns>;

export const insertUpload = (tx: Queryable, row: UploadRow): Promise<number> =>
  tx.run({
    name: 'uploads.insert',
    text: 'insert into uploads select * from jsonb_populate_record(null::uploads, $1::jsonb)',
    values: [JSON.stringify(row)],
  });

/** The uploads among these that belong to the identity and have not expired. */
export const findUploads = (
  db: Queryable,
  identityId: string,
  ids: readonly string[],
  now: Date,
): Promise<UploadedFile[]> =>
  db.rows<UploadedFile>({
    name: 'uploads.find',
    text: `select ${fileColumns.names} from uploads
           where id = any($2::text[]) and identity_id = $1 and expires_at > $3`,
    values: [identityId, ids, now],
  });

/** Deletes expired uploads. @returns their blobs */
export const deleteExpired = (
  tx: Queryable,
  before: Date,
  take: number,
): Promise<Pick<UploadRow, 'blob_id'>[]> =>
  tx.rows({
    name: 'uploads.delete_expired',
    text: `delete from uploads where id in (
             select id from uploads where expires_at < $1 order by expires_at limit $2 for update skip locked)
           returning blob_id`,
    values: [before, take],
  });

/** Deletes the uploads of an identity or of a whole tenant. @returns their blobs */
export const deleteUploadsOf = (
  tx: Queryable,
  { tenantId, identityId }: { tenantId: string; identityId: string | null },
  take: number,
): Promise<Pick<UploadRow, 'blob_id'>[]> =>
  tx.rows({
    name: 'uploads.delete_of',
    text: `delete from uploads where id in (
             select id from uploads where tenant_id = $1 and ($2::text is null or identity_id = $2) limit $3 for update)
           returning blob_id`,
    values: [tenantId, identityId, take],
  });
