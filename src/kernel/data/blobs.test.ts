import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import {
  INLINE_BLOB_BYTES,
  insertBlobs,
  readBlob,
  stageBlob,
  stageMail,
  stageStream,
  streamBlob,
} from './blobs.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const mail = Buffer.from(
  `Subject: tea\r\n\r\n${'A sentence about tea, and one about rain.\r\n'.repeat(200)}`,
);

async function* piecesOf(content: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

it('keeps raw messages packed where that pays, and gives back the same bytes', async () => {
  const { services } = api;
  const random = randomBytes(5_000);
  const short = Buffer.from('Subject: short\r\n\r\n');
  const large = Buffer.alloc(INLINE_BLOB_BYTES + 1, 'x');
  const largest = Buffer.alloc(INLINE_BLOB_BYTES, 'y');
  for (const [content, packed] of [
    [mail, true],
    [largest, true],
    [random, false],
    [short, false],
    [large, false],
  ] as const) {
    const staged = [
      await stageMail(services, content),
      await stageStream(services, piecesOf(content, 1_000)),
    ];
    await insertBlobs(services.db, staged);
    for (const { id, size, packed: isPacked } of staged) {
      expect([size, isPacked]).toEqual([content.length, packed]);
      expect(Buffer.from(await readBlob(services, id)).equals(content)).toBe(true);
      const part = await new Response(
        (await streamBlob(services, id, { start: 3, end: 9 })) as BodyInit,
      ).arrayBuffer();
      expect(Buffer.from(part)).toEqual(content.subarray(3, 10));
    }
  }
});

it('keeps files as they are, so that SQL can compare them', async () => {
  const staged = await stageBlob(api.services, mail);
  await insertBlobs(api.services.db, [staged]);
  const rows = await api.services.db.rows<{ same: boolean }>(
    sql`select content = ${mail} and not packed as same from blobs where id = ${staged.id}`,
  );
  expect(rows).toEqual([{ same: true }]);
});
