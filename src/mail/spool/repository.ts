import { type Backlog, MOST_COUNTED } from '#kernel/base/backlog.ts';
import { insertBlobsText, insertBlobsValues, type StagedBlob } from '#kernel/data/blobs.ts';
import { type Database, type Queryable, sql } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';

/** A message that was taken and is to be processed. */
export type NewReceipt = Narrow<
  Row<
    'inbound_receipts',
    | 'id'
    | 'source'
    | 'envelope_from'
    | 'recipients'
    | 'helo_name'
    | 'remote_address'
    | 'raw_id'
    | 'received_at'
  >,
  { source: 'smtp' | 'loopback' }
> & {
  /** SHA-256, hex, of the message as it was handed over. */
  content_hash: string;
};

export type Receipt = NewReceipt & Row<'inbound_receipts', 'attempts'> & Row<'blobs', 'content'>;

/** `records` is the parameter that holds the receipts. */
const insertText = (records: string): string => `insert into inbound_receipts
    (id, source, envelope_from, recipients, helo_name, remote_address, raw_id, content_hash, received_at)
  select id, source, envelope_from, recipients, helo_name, remote_address, raw_id, decode(content_hash, 'hex'), received_at
  from jsonb_to_recordset(${records}::jsonb) as r (id text, source text, envelope_from text, recipients text[], helo_name text,
    remote_address text, raw_id text, content_hash text, received_at timestamptz)`;

/** Raw messages and their receipts, durable when it returns: one statement, one commit for all of them. */
export async function insertAccepted(
  db: Queryable,
  accepted: readonly { receipt: NewReceipt; raw: StagedBlob }[],
): Promise<void> {
  await db.run({
    name: 'inbound.insert_accepted',
    text: `with b as (${insertBlobsText}) ${insertText('$3')}`,
    values: [
      ...insertBlobsValues(accepted.map(({ raw }) => raw)),
      JSON.stringify(accepted.map(({ receipt }) => receipt)),
    ],
  });
}

/** Receipts of mail whose raw bytes are stored already: what one identity of the deployment sends to another. */
export const insertReceipts = (db: Queryable, receipts: readonly NewReceipt[]): Promise<number> =>
  db.run({ name: 'inbound.insert_receipts', text: insertText('$1'), values: [JSON.stringify(receipts)] });

/**
 * Takes receipts that are due, for as long as the lease: a process that dies gives them back by its lapse.
 * The same receipt processed twice is stored once all the same (`content_hash` is unique per identity).
 */
export const claimReceipts = (db: Queryable, take: number, leaseSeconds: number): Promise<Receipt[]> =>
  db.rows<Receipt>({
    name: 'inbound.claim',
    text: `with due as (
             select id from inbound_receipts where run_at <= now() order by run_at, id limit $1 for update skip locked)
           update inbound_receipts r
           set run_at = now() + make_interval(secs => $2), attempts = r.attempts + 1
           from due, blobs b
           where r.id = due.id and b.id = r.raw_id
           returning r.id, r.source, r.envelope_from, r.recipients, r.helo_name, r.remote_address, r.raw_id,
             encode(r.content_hash, 'hex') as content_hash, r.received_at, r.attempts, b.content`,
    values: [take, leaseSeconds],
  });

export const deleteReceipts = (db: Queryable, ids: readonly string[]): Promise<number> =>
  db.run({
    name: 'inbound.delete',
    text: 'delete from inbound_receipts where id = any($1::text[])',
    values: [ids],
  });

export const postponeReceipt = (db: Queryable, id: string, seconds: number, error: string): Promise<number> =>
  db.run(sql`
    update inbound_receipts set run_at = now() + make_interval(secs => ${seconds}), last_error = ${error}
    where id = ${id}`);

/** How many receipts wait, no further than `most`. */
export async function countReceipts(db: Queryable, most: number): Promise<number> {
  const row = await db.first<{ waiting: number }>({
    name: 'inbound.count_receipts',
    text: 'select count(*)::int as waiting from (select 1 from inbound_receipts limit $1) r',
    values: [most],
  });
  return row!.waiting;
}

/** Mail that was taken and is not processed yet. */
export const measureReceipts = async (db: Queryable): Promise<Backlog> =>
  (await db.first<Backlog>(sql`
    select count(*)::int as waiting, min(received_at) as oldest_at
    from (select received_at from inbound_receipts order by run_at limit ${MOST_COUNTED}) r`))!;

/** Ends all leases. Only for a process that is alone on its database: what it held before it died is due at once. */
export const releaseLeases = (db: Database): Promise<number> =>
  db.run(sql`update inbound_receipts set run_at = now()`);
