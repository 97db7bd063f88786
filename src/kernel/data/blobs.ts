import { Readable } from 'node:stream';
import { AppError } from '../catalogue/errors.ts';
import { newUlid } from '../catalogue/ids.ts';
import type { Services } from '../operation/services.ts';
import type { Queryable } from './database.ts';
import type { Row } from './row.ts';

/** Up to here bytes are kept in the row itself: one commit makes them durable. */
export const INLINE_BLOB_BYTES = 256 * 1024;

/** Bytes on their way in: large ones are durable in blob storage already, small ones become so with the row. */
export type StagedBlob = Row<'blobs', 'id' | 'size' | 'object_key'> & {
  content: Uint8Array | null;
};

/** Prepares bytes for `insertBlobs`. A large object whose row is never written is found by the blob sweep. */
export async function stageBlob(services: Pick<Services, 'blobs'>, content: Uint8Array): Promise<StagedBlob> {
  const id = newUlid();
  if (content.length <= INLINE_BLOB_BYTES) return { id, size: content.length, content, object_key: null };
  const object_key = objectKeyOf(id);
  await services.blobs.put(object_key, content);
  return { id, size: content.length, content: null, object_key };
}

/** The same for bytes that are still arriving: no more than the inline limit of them is ever in memory. */
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
  if (size <= INLINE_BLOB_BYTES) return { id, size, content: Buffer.concat(head), object_key: null };
  const object_key = objectKeyOf(id);
  await services.blobs.put(object_key, rest());
  return { id, size, content: null, object_key };

  async function* rest(): AsyncGenerator<Uint8Array> {
    yield* head.splice(0);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      size += next.value.length;
      yield next.value;
    }
  }
}

/** Folders by the random end of the id, so that none grows too large. */
const objectKeyOf = (id: string): string => `${id.slice(-4, -2)}/${id.slice(-2)}/${id}`;

/**
 * The insert with its first two parameters, also to stand in a larger statement. Contents travel as one binary
 * parameter that Postgres cuts up: as an array they would become hexadecimal text on the way. The rest travels as JSON,
 * because a statement with array parameters is planned anew for every length.
 */
export const insertBlobsText = `insert into blobs (id, size, content, object_key)
  select id, size, case when object_key is null then substring($2::bytea from start for size) end, object_key
  from jsonb_to_recordset($1::jsonb) as r (id text, size int, object_key text, start int)`;

/** The values of `insertBlobsText`. */
export function insertBlobsValues(blobs: readonly StagedBlob[]): [rows: string, contents: Buffer] {
  let next = 1;
  const rows = blobs.map(({ id, size, object_key, content }) => {
    const start = next;
    next += content?.length ?? 0;
    return { id, size, object_key, start };
  });
  return [JSON.stringify(rows), Buffer.concat(blobs.flatMap(({ content }) => content ?? []))];
}

export async function insertBlobs(db: Queryable, blobs: readonly StagedBlob[]): Promise<void> {
  if (blobs.length === 0) return;
  await db.run({ name: 'blobs.insert', text: insertBlobsText, values: insertBlobsValues(blobs) });
}

type BlobRow = Row<'blobs', 'size' | 'content' | 'object_key'>;

/** All of a blob in memory: for raw messages that are parsed or sent. */
export async function readBlob(services: Pick<Services, 'blobs' | 'db'>, id: string): Promise<Uint8Array> {
  const row = await findBlob(services.db, id);
  return row.content ?? services.blobs.get(row.object_key!);
}

/** A part of a blob as a stream, for downloads. `range` is inclusive and within the size. */
export async function streamBlob(
  services: Pick<Services, 'blobs' | 'db'>,
  id: string,
  range?: { start: number; end: number },
): Promise<ReadableStream<Uint8Array> | Uint8Array> {
  const row = await findBlob(services.db, id);
  if (row.content) return range ? row.content.subarray(range.start, range.end + 1) : row.content;
  const stream = await services.blobs.stream(row.object_key!, range);
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

async function findBlob(db: Queryable, id: string): Promise<BlobRow> {
  const row = await db.first<BlobRow>({
    name: 'blobs.find',
    text: 'select size, content, object_key from blobs where id = $1',
    values: [id],
  });
  if (!row) throw new AppError('unavailable', { component: 'blob_storage' });
  return row;
}
