import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type ModelRead = Row<'model_reads', 'key_id' | 'message_id' | 'identity_id' | 'read_at'>;

/** Writes one row per key and message with the time of the last read, in a fixed order so that batches cannot deadlock. */
export const insertReads = (db: Queryable, reads: readonly ModelRead[]): Promise<number> =>
  db.run({
    name: 'model_reads.insert',
    text: `insert into model_reads as r (key_id, message_id, identity_id, read_at)
           select key_id, message_id, identity_id, max(read_at)
           from jsonb_to_recordset($1::jsonb) as w (key_id text, message_id text, identity_id text, read_at timestamptz)
           group by key_id, message_id, identity_id order by key_id, message_id
           on conflict (key_id, message_id) do update set read_at = greatest(r.read_at, excluded.read_at)`,
    values: [JSON.stringify(reads)],
  });

export const deleteReads = (db: Queryable, before: Date, most: number): Promise<number> =>
  db.run(sql`
    delete from model_reads where (key_id, message_id) in (
      select key_id, message_id from model_reads where read_at < ${before} limit ${most})`);

/** Deletes the reads of erased messages. */
export const deleteReadsOf = (tx: Queryable, messageIds: readonly string[]): Promise<number> =>
  tx.run(sql`delete from model_reads where message_id = any(${messageIds}::text[])`);
