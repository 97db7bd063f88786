import { randomUUID } from 'node:crypto';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#api/job-registry.ts';
import { DAY } from '#kernel/base/clock.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { insertBlobs, stageBlob } from '#kernel/data/blobs.ts';
import { sql } from '#kernel/data/database.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { maintain, startDaily } from './jobs.ts';

// Maintenance jobs (decisions.md section 3; spec 4.13; issue 6).

let product: TestProduct;
const time = { offset: 0 };

beforeAll(async () => {
  product = await openTestProduct({}, { now: () => new Date(Date.now() + time.offset) });
});
afterAll(() => product.close());

const start = async (name: string) =>
  (await product.call('POST', '/v1/platform/jobs', { body: { name } })).body;

const ended = async (id: string) =>
  product.eventually(
    async () => (await product.call('GET', `/v1/platform/jobs/${id}`)).body,
    ({ status }) => status === 'completed' || status === 'failed',
  );

it('a job answers 202, runs, and tells how it ended', async () => {
  const answer = await product.call('POST', '/v1/platform/jobs', { body: { name: 'retention' } });
  expect(answer.status).toBe(202);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^job_/),
    name: 'retention',
    status: 'queued',
    progress: { done: 0, total: 0 },
    error: null,
    created_at: expect.any(String),
    started_at: null,
    completed_at: null,
  });
  const done = await ended(answer.body.id);
  expect(done).toMatchObject({ status: 'completed', error: null, started_at: expect.any(String) });
  expect(done.progress.total).toBeGreaterThan(0);
  expect(done.progress.done).toBe(done.progress.total);
  expect(Date.parse(done.completed_at)).toBeGreaterThanOrEqual(Date.parse(done.started_at));
});

it('every job that operators can start has a room that does it, without a dead letter', async () => {
  const job = await ended((await start('domain_checks')).id);
  expect(job).toMatchObject({ status: 'completed', error: null });
  expect((await product.call('GET', '/v1/platform/dlq')).body.data).toEqual([]);
});

it('jobs are listed newest first, page by page; unknown names and ids are refused', async () => {
  const first = await start('retention');
  const second = await start('blob_sweep');
  const page = (await product.call('GET', '/v1/platform/jobs?limit=1')).body;
  expect(page.data.map(({ id }: { id: string }) => id)).toEqual([second.id]);
  const next = (await product.call('GET', `/v1/platform/jobs?limit=1&cursor=${page.next_cursor}`)).body;
  expect(next.data.map(({ id }: { id: string }) => id)).toEqual([first.id]);
  expect((await product.call('POST', '/v1/platform/jobs', { body: { name: 'defragment' } })).status).toBe(
    400,
  );
  const missing = await product.call('GET', '/v1/platform/jobs/job_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE');
  expect([missing.status, missing.body.error.code]).toEqual([404, 'job_not_found']);
  await Promise.all([ended(first.id), ended(second.id)]);
});

describe('retention', () => {
  const recorded = async (): Promise<string[]> => {
    const rows = await product.services.db.rows<{ key: string }>(sql`select key from idempotency_records`);
    return rows.map(({ key }) => key);
  };
  const createPartner = (key: string) =>
    product.call('POST', '/v1/partners', { body: { name: 'Acme' }, headers: { 'idempotency-key': key } });

  it('spec 4.1, rule 3: answers are swept after 30 days and not before', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    await createPartner(old);
    time.offset += DAY;
    await createPartner(young);
    time.offset += 29 * DAY;
    await ended((await start('retention')).id);
    expect(await recorded()).not.toContain(old);
    expect(await recorded()).toContain(young);
    expect((await createPartner(young)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('sign-in tokens go when they have expired', async () => {
    const expires = (days: number) => new Date(Date.now() + time.offset + days * DAY);
    await product.services.db.run(sql`
      insert into sign_in_tokens (token_hash, user_id, kid, expires_at)
      values ('\x01', 'usr_x', 'kid', ${expires(-1)}), ('\x02', 'usr_x', 'kid', ${expires(1)})`);
    await ended((await start('retention')).id);
    const rows = await product.services.db.rows<{ token_hash: Buffer }>(
      sql`select token_hash from sign_in_tokens`,
    );
    expect(rows.map(({ token_hash }) => token_hash[0])).toEqual([2]);
  });
});

describe('blob sweep', () => {
  const blobIds = async () =>
    (await product.services.db.rows<{ id: string }>(sql`select id from blobs`)).map(({ id }) => id);
  const path = (key: string) => join(product.services.config.dataDir, 'blobs', key);
  const isThere = (key: string) => stat(path(key)).then(Boolean, () => false);

  async function insertBlob(
    content: Uint8Array,
    age: number,
  ): Promise<{ id: string; object_key: string | null }> {
    const blob = await stageBlob(product.services, content);
    await insertBlobs(product.services.db, [blob]);
    const made = new Date(Date.now() + time.offset - age);
    await product.services.db.run(sql`update blobs set created_at = ${made} where id = ${blob.id}`);
    return blob;
  }

  /** A file as a crash leaves it, without a committed row. */
  async function insertFile(age: number, ending = ''): Promise<string> {
    const id = newUlid();
    const key = `${id.slice(-4, -2)}/${id.slice(-2)}/${id}${ending}`;
    await mkdir(dirname(path(key)), { recursive: true });
    await writeFile(path(key), 'left behind');
    const made = new Date(Date.now() + time.offset - age);
    await utimes(path(key), made, made);
    return key;
  }

  it('deletes old bytes that nothing refers to, and nothing else, however often it runs', async () => {
    const large = Buffer.alloc(300_000, 'x');
    const [used, unused, young, unusedFile] = [
      await insertBlob(Buffer.from('used'), 2 * DAY),
      await insertBlob(Buffer.from('unused'), 2 * DAY),
      await insertBlob(Buffer.from('young'), DAY / 2),
      await insertBlob(large, 2 * DAY),
    ];
    await product.services.db.run(sql`
      insert into captured_mail (id, rfc_message_id, envelope_from, envelope_to, raw_id)
      values ('cap', '<cap@example.net>', 'a@example.net', '{}', ${used.id})`);
    const [lost, partial, staged] = [
      await insertFile(2 * DAY),
      await insertFile(2 * DAY, '.partial'),
      await insertFile(DAY / 2),
    ];
    const foreign = path('tls/certificate');
    await mkdir(dirname(foreign), { recursive: true });
    await writeFile(foreign, 'not a blob');
    await utimes(foreign, new Date(0), new Date(0));
    const job = await ended((await start('blob_sweep')).id);
    expect(job).toMatchObject({ status: 'completed', progress: { done: 3, total: 3 } });
    await ended((await start('blob_sweep')).id);
    const ids = await blobIds();
    expect(ids).toContain(used.id);
    expect(ids).toContain(young.id);
    expect(ids).not.toContain(unused.id);
    expect(ids).not.toContain(unusedFile.id);
    expect(await Promise.all([lost, partial, unusedFile.object_key!].map(isThere))).toEqual([
      false,
      false,
      false,
    ]);
    expect(await Promise.all([staged, 'tls/certificate'].map(isThere))).toEqual([true, true]);
  });

  it('every column of the schema that holds the id of a blob is called so that the sweep finds it', async () => {
    const columns = await product.services.db.rows<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = current_schema() and column_name ~ '(raw|blob)' and column_name ~ 'id'
        and column_name !~ '^(raw_id|blob_id|.+_blob_id)$'`);
    expect(columns).toEqual([]);
  });
});

it('the nightly schedule starts retention and blob sweep, each once', async () => {
  await product.services.db.run(sql`delete from maintenance_jobs`);
  expect(jobs).toContain(startDaily);
  expect(startDaily.schedule).toMatch(/^\d+ \d+ \* \* \*$/);
  const context = { services: product.services, attempt: 1, signal: new AbortController().signal };
  await Promise.all([startDaily.run(context, {}), startDaily.run(context, {})]);
  const { data } = (await product.call('GET', '/v1/platform/jobs')).body;
  const names = data.map(({ name }: { name: string }) => name).toSorted();
  expect(names.slice(0, 2)).toEqual(['blob_sweep', 'retention']);
  await Promise.all(data.map(({ id }: { id: string }) => ended(id)));
});

it('one whose last try fails is failed, in the step that makes the dead letter', async () => {
  const id = 'job_01K9ZZ5P6T3Q8V1W4X7Y2B0CDF';
  await product.services.db.run(
    sql`insert into maintenance_jobs (id, name, status, created_at) values (${id}, 'domain_checks', 'running', now())`,
  );
  await product.services.db.transaction((tx) =>
    maintain.onDead!(tx, { job_id: id }, 'the disk is full', new Date(Date.now() + time.offset)),
  );
  expect((await product.call('GET', `/v1/platform/jobs/${id}`)).body).toMatchObject({
    status: 'failed',
    error: 'the disk is full',
  });
});
