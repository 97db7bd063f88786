import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '#kernel/base/clock.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { stageBlob } from '#kernel/data/blobs.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestApi, type TestApi } from '#testing/api.ts';
import { insertCaptured } from '../repository.ts';
import { capturedRetention } from './retention.ts';

// The outbox of the capture driver, which also keeps sign-in links, is emptied after a while.

let api: TestApi;
const time = { now: new Date() };

beforeAll(async () => {
  api = await openTestApi({}, { now: () => time.now });
});
afterAll(() => api.close());

const large = Buffer.alloc(300 * 1024, 'x');

async function capture(raws: readonly Buffer[]): Promise<void> {
  const mails = await Promise.all(
    raws.map(async (raw) => ({
      rfc_message_id: `<${newUlid()}@mail.example>`,
      envelope_from: '',
      envelope_to: ['ada@outside.example'],
      raw: await stageBlob(api.services, raw),
    })),
  );
  await insertCaptured(api.services.db, mails);
}

const run = (signal = new AbortController().signal) =>
  capturedRetention.run({ services: api.services, signal });

async function left() {
  const rows = await api.services.db.first<{ mails: number; blobs: number }>(
    sql`select (select count(*) from captured_mail) as mails, (select count(*) from blobs) as blobs`,
  );
  const files = await readdir(join(api.services.config.dataDir, 'blobs'), { recursive: true }).catch(
    () => [],
  );
  return { ...rows, files: files.filter((name) => /[0-9A-Z]{26}/.test(name)).length };
}

it('forgets captured mail after 90 days with its bytes, in batches, and nothing sooner', async () => {
  await capture([
    large,
    ...Array.from({ length: 600 }, (_, n) => Buffer.from(`Subject: ${n}\r\n\r\nold\r\n`)),
  ]);
  expect(await left()).toEqual({ mails: 601, blobs: 601, files: 1 });
  time.now = new Date(Date.now() + 89 * DAY);
  expect(await run()).toBe(0);
  time.now = new Date(Date.now() + 90 * DAY);
  const stopped = new AbortController();
  stopped.abort();
  expect(await run(stopped.signal)).toBe(0);
  expect(await run()).toBe(601);
  expect(await left()).toEqual({ mails: 0, blobs: 0, files: 0 });
  expect(await run()).toBe(0);
});
