import { Readable } from 'node:stream';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { AppError } from '../catalogue/errors.ts';
import { newUlid } from '../catalogue/ids.ts';
import type { Services } from '../operation/services.ts';
import type { Queryable } from './database.ts';
import type { Row } from './row.ts';

/** Blobs up to this size are kept in the row itself, so that one commit makes them durable. */
export const INLINE_BLOB_BYTES = 256 * 1024;

/** A blob before its row is written. A large one is already durable in blob storage; a small one is stored with the row. */
export type StagedBlob = Row<'blobs', 'id' | 'size' | 'object_key' | 'packed'> & {
  content: Uint8Array | null;
};

/** Smaller blobs are not worth packing, nor are those that keep more than this share of their size. */
const MIN_PACKED = 1_024;
const WORTH_PACKING = 0.9;

/**
 * A 15 KB mail takes 5 KB when packed, compared with 10 KB by Postgres' own compression. Packing takes 0.1 ms, or 1 ms
 * at the inline limit; handing it to a thread would cost this thread more.
 */
function pack(content: Uint8Array): Pick<StagedBlob, 'content' | 'packed'> {
  if (content.length < MIN_PACKED) return { content, packed: false };
  const packed = zstdCompressSync(content);
  return packed.length < content.length * WORTH_PACKING
    ? { content: packed, packed: true }
    : { content, packed: false };
}

/** The bytes of a row's content. Nothing larger than the inline limit is ever packed, so more bytes mean damage. */
export const unpacked = ({ content, packed }: { content: Uint8Array; packed: boolean }): Uint8Array =>
  packed ? zstdDecompressSync(content, { maxOutputLength: INLINE_BLOB_BYTES }) : content;

/**
 * Prepares the bytes of a file for `insertBlobs`. They are not packed, so that SQL can compare them. The blob sweep finds a
 * large object whose row was never written.
 */
export async function stageBlob(services: Pick<Services, 'blobs'>, content: Uint8Array): Promise<StagedBlob> {
  const id = newUlid();
  if (content.length <= INLINE_BLOB_BYTES)
    return { id, size: content.length, content, packed: false, object_key: null };
  const object_key = objectKeyOf(id);
  await services.blobs.put(object_key, content);
  return { id, size: content.length, content: null, packed: false, object_key };
}

/** The same for a raw message, which is packed if that saves enough. */
export async function stageMail(services: Pick<Services, 'blobs'>, raw: Uint8Array): Promise<StagedBlob> {
  const staged = await stageBlob(services, raw);
  return staged.content ? { ...staged, ...pack(staged.content) } : staged;
}

/**
 * The same for bytes that are still arriving. Never holds more than the inline limit in memory; packs if that saves enough.
 */
export async function stageStream(
  services: Pick<Services, 'blobs'>,
  stream: AsyncIterable<Uint8Array>,
): Promise<StagedBlob> {
  const id = newUlid();
  const chunks = stream[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let size = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head.push(next.value);
    size += next.value.length;
    if (size > INLINE_BLOB_BYTES) break;
  }
  if (size <= INLINE_BLOB_BYTES) return { id, size, ...pack(Buffer.concat(head)), object_key: null };
  const object_key = objectKeyOf(id);
  await services.blobs.put(object_key, rest());
  return { id, size, content: null, packed: false, object_key };

  async function* rest(): AsyncGenerator<Uint8Array> {
    yield* head.splice(0);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      size += next.value.length;
      yield next.value;
    }
  }
}

/** Spreads objects over folders named after the random end of the id, so that no folder grows too large. */
const objectKeyOf = (id: string): string => `${id.slice(-4, -2)}/${id.slice(-2)}/${id}`;

/**
 * The insert, which takes the first two parameters; it can also be part of a larger statement. The contents are one binary
 * parameter that Postgres cuts up, because an array would be sent as hexadecimal text. The rest is JSON, because Postgres
 * plans a statement with array parameters again for every length.
 */
export const insertBlobsText = `insert into blobs (id, size, content, packed, object_key)
  select id, size, case when object_key is null then substring($2::bytea from start for stored) end, packed, object_key
  from jsonb_to_recordset($1::jsonb) as r (id text, size int, packed boolean, object_key text, start int, stored int)`;

/** The values of `insertBlobsText`. */
export function insertBlobsValues(blobs: readonly StagedBlob[]): [rows: string, contents: Buffer] {
  let next = 1;
  const rows = blobs.map(({ id, size, packed, object_key, content }) => {
    const start = next;
    const stored = content?.length ?? 0;
    next += stored;
    return { id, size, packed, object_key, start, stored };
  });
  return [JSON.stringify(rows), Buffer.concat(blobs.flatMap(({ content }) => content ?? []))];
}

export async function insertBlobs(db: Queryable, blobs: readonly StagedBlob[]): Promise<void> {
  if (blobs.length === 0) return;
  await db.run({ name: 'blobs.insert', text: insertBlobsText, values: insertBlobsValues(blobs) });
}

type BlobRow = Row<'blobs', 'size' | 'content' | 'packed' | 'object_key'>;

/** Reads a whole blob into memory, for raw messages that are parsed or sent. */
export async function readBlob(services: Pick<Services, 'blobs' | 'db'>, id: string): Promise<Uint8Array> {
  const row = await findBlob(services.db, id);
  return row.content
    ? unpacked({ content: row.content, packed: row.packed })
    : services.blobs.get(row.object_key!);
}

/** A part of a blob as a stream, for downloads. `range` is inclusive and within the size. */
export async function streamBlob(
  services: Pick<Services, 'blobs' | 'db'>,
  id: string,
  range?: { start: number; end: number },
): Promise<ReadableStream<Uint8Array> | Uint8Array> {
  const row = await findBlob(services.db, id);
  if (row.content) {
    const content = unpacked({ content: row.content, packed: row.packed });
    return range ? content.subarray(range.start, range.end + 1) : content;
  }
  const stream = await services.blobs.stream(row.object_key!, range);
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

async function findBlob(db: Queryable, id: string): Promise<BlobRow> {
  const row = await db.first<BlobRow>({
    name: 'blobs.find',
    text: 'select size, content, packed, object_key from blobs where id = $1',
    values: [id],
  });
  if (!row) throw new AppError('unavailable', { component: 'blob_storage' });
  return row;
}
