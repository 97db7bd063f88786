import type { Services } from '../operation/services.ts';
import { type Queryable, sql } from './database.ts';
import type { Row } from './row.ts';

export type BlobReference = { table: string; column: string };

/**
 * The columns that point to blobs: those named `raw_id`, `blob_id` or `…_blob_id`. They are read from the database's
 * catalogue, so that a new table is covered from its first day.
 */
export const listBlobReferences = (db: Queryable): Promise<BlobReference[]> =>
  db.rows(sql`
    select quote_ident(table_name) as table, quote_ident(column_name) as column
    from information_schema.columns
    where table_schema = current_schema() and column_name ~ '^(raw_id|blob_id|.+_blob_id)$'
    order by 1, 2`);

/** A condition on `b`, a row of `blobs`: nothing points to it. */
export const unreferenced = (references: readonly BlobReference[]): string =>
  references
    .map(({ table, column }) => `not exists (select from ${table} r where r.${column} = b.id)`)
    .join(' and ');

/**
 * Deletes those of these blobs that nothing points to. Their objects are deleted before the commit: a rollback may leave
 * a row without its object, which is deleted again later, but never an object without its row.
 * @returns the number of deleted blobs
 */
export async function deleteUnusedBlobs(
  services: Pick<Services, 'blobs'>,
  tx: Queryable,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const references = await listBlobReferences(tx);
  const rows = await tx.rows<Row<'blobs', 'object_key'>>({
    name: 'blobs.delete_unused',
    text: `delete from blobs b where b.id = any($1::text[]) and ${unreferenced(references)} returning b.object_key`,
    values: [ids],
  });
  await Promise.all(rows.flatMap(({ object_key }) => (object_key ? services.blobs.delete(object_key) : [])));
  return rows.length;
}
