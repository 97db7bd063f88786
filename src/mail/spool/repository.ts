import { type Backlog, MOST_COUNTED } from '#kernel/base/backlog.ts';
import { insertBlobsText, insertBlobsValues, type StagedBlob } from '#kernel/data/blobs.ts';
import { type Database, type Queryable, sql } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';

/** A message that was accepted and waits to be processed. */
export type NewSpoolEntry = Narrow<
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
    | 'fair_at'
  >,
  { source: 'smtp' | 'loopback' }
> & {
  /** SHA-256, hex, of the message as it was received. */
  content_hash: string;
};

/** `failures` counts failures of the message itself; `attempts` also counts processes that died while they had it. */
export type SpoolEntry = NewSpoolEntry &
  Row<'inbound_receipts', 'attempts' | 'failures'> &
  Row<'blobs', 'size' | 'content' | 'packed'>;

/** `records` is the parameter that holds the receipts. */
const insertText = (records: string): string => `insert into inbound_receipts
    (id, source, envelope_from, recipients, helo_name, remote_address, raw_id, content_hash, received_at, fair_at)
  select id, source, envelope_from, recipients, helo_name, remote_address, raw_id, decode(content_hash, 'hex'), received_at, fair_at
  from jsonb_to_recordset(${records}::jsonb) as r (id text, source text, envelope_from text, recipients text[], helo_name text,
    remote_address text, raw_id text, content_hash text, received_at timestamptz,
    fair_at timestamptz)`;

/** Stores raw messages and their receipts durably, with one statement and one commit for all of them. */
export async function insertAccepted(
  db: Queryable,
  accepted: readonly { receipt: NewSpoolEntry; raw: StagedBlob }[],
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

/** Receipts for mail between identities of the deployment, whose raw bytes are already stored. */
export const insertReceipts = (db: Queryable, receipts: readonly NewSpoolEntry[]): Promise<number> =>
  db.run({ name: 'inbound.insert_receipts', text: insertText('$1'), values: [JSON.stringify(receipts)] });

/**
 * Takes receipts that are due, in their fair order, for the duration of the lease. If the process dies, the lease ends
 * and the receipts are due again.
 * A receipt that is processed twice is still stored once, because `content_hash` is unique per identity.
 */
export const claimReceipts = (db: Queryable, take: number, leaseSeconds: number): Promise<SpoolEntry[]> =>
  db.rows<SpoolEntry>({
    name: 'inbound.claim',
    // The lease need not be on disk. If a power failure loses it, the receipt is due at once and is still stored once.
    text: `with lightly as materialized (select set_config('synchronous_commit', 'off', true) as mode),
           due as (
             select id from inbound_receipts
             where run_at <= now() and dead_ref is null and (select mode from lightly) = 'off'
             order by fair_at, id limit $1 for update skip locked)
           update inbound_receipts r
           set run_at = now() + make_interval(secs => $2), attempts = r.attempts + 1
           from due, blobs b
           where r.id = due.id and b.id = r.raw_id
           returning r.id, r.source, r.envelope_from, r.recipients, r.helo_name, r.remote_address, r.raw_id,
             encode(r.content_hash, 'hex') as content_hash, r.received_at, r.fair_at, r.attempts, r.failures,
             b.size, b.content, b.packed`,
    values: [take, leaseSeconds],
  });

/**
 * Returns receipts after the database was interrupted: those whose processing could not be reported (`owed`), and those
 * whose claim was committed but never answered. Another process may hold one of the latter, which does no harm.
 *
 * @param held the receipts that this process still works on
 */
export const releaseLost = (
  db: Queryable,
  { owed, held, leaseSeconds }: { owed: readonly string[]; held: readonly string[]; leaseSeconds: number },
): Promise<number> =>
  db.run({
    name: 'inbound.release_lost',
    text: `update inbound_receipts set run_at = now(), attempts = greatest(0, attempts - 1)
           where run_at > now() and run_at <= now() + make_interval(secs => $3)
             and (id = any($1::text[]) or last_error is null and id <> all($2::text[]))`,
    values: [owed, held, leaseSeconds],
  });

export const deleteReceipts = async (db: Queryable, ids: readonly string[]): Promise<number> =>
  ids.length === 0
    ? 0
    : db.run({
        name: 'inbound.delete',
        text: 'delete from inbound_receipts where id = any($1::text[])',
        values: [ids],
      });

/** Postpones a receipt after a try that failed because of the message. */
export const postponeReceipt = (db: Queryable, id: string, seconds: number, error: string): Promise<number> =>
  db.run(sql`
    update inbound_receipts
    set run_at = now() + make_interval(secs => ${seconds}), failures = failures + 1, last_error = ${error}
    where id = ${id}`);

/** Returns receipts without counting the try, because there was no room for them or the machine failed. */
export const returnReceipts = (db: Queryable, ids: readonly string[], seconds: number): Promise<number> =>
  db.run({
    name: 'inbound.return',
    text: `update inbound_receipts set run_at = now() + make_interval(secs => $2), attempts = attempts - 1
           where id = any($1::text[])`,
    values: [ids, seconds],
  });

/** Locks a receipt that is not a dead letter yet. @returns false if there is none */
export const lockWaiting = async (tx: Queryable, id: string): Promise<boolean> =>
  (await tx.first(sql`select id from inbound_receipts where id = ${id} and dead_ref is null for update`)) !==
  null;

/** Takes a receipt out of the queue. An operator decides about its dead letter. */
export const buryReceipt = (tx: Queryable, id: string, deadRef: string): Promise<number> =>
  tx.run(sql`update inbound_receipts set dead_ref = ${deadRef} where id = ${id}`);

/** Puts a receipt back into the queue whose dead letter was redriven, with all of its tries. */
export const reviveReceipt = (db: Queryable, id: string): Promise<number> =>
  db.run(sql`
    update inbound_receipts set dead_ref = null, failures = 0, attempts = 0, run_at = now() where id = ${id}`);

/** The number of waiting receipts, counted up to `most`. */
export async function countReceipts(db: Queryable, most: number): Promise<number> {
  const row = await db.first<{ waiting: number }>({
    name: 'inbound.count_receipts',
    text: 'select count(*)::int as waiting from (select 1 from inbound_receipts where dead_ref is null limit $1) r',
    values: [most],
  });
  return row!.waiting;
}

/** The backlog of accepted mail that is not processed yet. */
export const measureReceipts = async (db: Queryable): Promise<Backlog> =>
  (await db.first<Backlog>(sql`
    select count(*)::int as waiting, min(received_at) as oldest_at
    from (select received_at from inbound_receipts where dead_ref is null order by fair_at limit ${MOST_COUNTED}) r`))!;

/** Ends all leases, so that mail of a dead process is due at once. Only for a process that is alone on its database. */
export const releaseLeases = (db: Database): Promise<number> =>
  db.run(sql`update inbound_receipts set run_at = now()`);
