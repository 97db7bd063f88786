import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readBlob } from '#kernel/data/blobs.ts';
import { sql } from '#kernel/data/database.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from '#testing/mailboxes.ts';
import { type S3Server, startS3Server } from '#testing/s3-server.ts';

let s3: S3Server;
let product: MailProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  s3 = await startS3Server();
  for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION } = s3.env as Record<string, string>;
  product = await openMailProduct({
    S3_BUCKET: S3_BUCKET!,
    S3_ENDPOINT: S3_ENDPOINT!,
    S3_REGION: S3_REGION!,
    S3_PREFIX: 'prod/mail',
  });
  mailbox = await product.mailbox();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await product.close();
  await s3.close();
});

const large = (subject: string): string =>
  `${mailTo(mailbox.address, subject)}\n${`${randomBytes(38).toString('hex')}\n`.repeat(13_000)}`;

const blobKeys = (): string[] => [...s3.objects.keys()].filter((key) => !key.includes('health'));

it('has a large message in the bucket when SMTP says 250, and a small one in its row', async () => {
  await product.handOver(mailbox.address, mailTo(mailbox.address, 'Small'));
  expect(blobKeys()).toEqual([]);
  const raw = large('Large');
  expect(await product.handOver(mailbox.address, raw)).toMatch(/^250/);
  expect(blobKeys()).toHaveLength(1);
  expect(blobKeys()[0]).toMatch(/^prod\/mail\/[0-9A-Z]{2}\/[0-9A-Z]{2}\/[0-9A-Z]{26}$/);
  expect(await readdir(join(product.services.config.dataDir, 'blobs')).catch(() => [])).toEqual([]);
  const message = await product.arrived(mailbox, 'Large');
  const shown = await product.raw(mailbox, message.id);
  expect(shown).toContain(raw.slice(-2_000).trim().replaceAll('\n', '\r\n'));
});

it('answers 451 and 503 while the bucket is out of reach, and takes both afterwards', async () => {
  s3.isDown = true;
  await expect(product.handOver(mailbox.address, large('Not yet'))).rejects.toThrow(/451/);
  const body = { to: ['ada@elsewhere.example'], subject: 'Not yet', text: 'x'.repeat(400_000) };
  const refused = await product.send(mailbox, body, { idempotencyKey: 'large' });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  const health = await product.call('GET', '/v1/platform/health');
  const storage = health.body.components.find(({ name }: { name: string }) => name === 'blob_storage');
  expect(storage.status).toBe('down');
  s3.isDown = false;
  expect(await product.handOver(mailbox.address, large('Now'))).toMatch(/^250/);
  expect((await product.send(mailbox, body, { idempotencyKey: 'large' })).status).toBe(202);
  await product.arrived(mailbox, 'Now');
});

it('processes mail later whose bytes cannot be read now', async () => {
  const subject = 'Read later';
  let reads = 0;
  const { get } = product.services.blobs;
  product.services.blobs.get = async (key) => {
    reads += 1;
    if (reads <= 2) s3.isDown = true;
    return get(key).finally(() => {
      s3.isDown = false;
    });
  };
  await product.handOver(mailbox.address, large(subject));
  const message = await product.arrived(mailbox, subject);
  expect(message.flags ?? []).not.toContain('parse_degraded');
  expect(reads).toBeGreaterThan(2);
  product.services.blobs.get = get;
});

it('moves blobs to files and back while the program runs', async () => {
  const rows = await product.services.db.rows<{ id: string; object_key: string }>(
    sql`select id, object_key from blobs where object_key is not null order by id`,
  );
  expect(rows.length).toBeGreaterThan(1);
  const before = await Promise.all(rows.map(({ id }) => readBlob(product.services, id)));
  for (const to of ['files', 's3']) {
    const objects = blobKeys().length;
    const { stdout } = await move(to);
    expect(stdout).toMatch(new RegExp(`^blobs:move: ${to === 'files' ? objects : rows.length} moved`));
    expect(blobKeys()).toHaveLength(to === 'files' ? 0 : rows.length);
    // The running process finds the blobs wherever they are.
    const now = await Promise.all(rows.map(({ id }) => readBlob(product.services, id)));
    expect(now.every((content, index) => Buffer.compare(content, before[index]!) === 0)).toBe(true);
  }
  const again = await move('s3');
  expect(again.stdout).toMatch(/^blobs:move: 0 moved/);
  await expect(move('elsewhere')).rejects.toThrow(/Run: npm run blobs:move/);
  await expect(move('files', { PM_BLOBS: 's3' })).rejects.toThrow(/New blobs still go to s3/);
});

const storageOf = (): Record<string, string> => ({ ...s3.env, S3_PREFIX: 'prod/mail' });

const move = (to: string, more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ['scripts/blobs-move.ts', '--to', to], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      ...storageOf(),
      PM_DATA_DIR: product.services.config.dataDir,
      PM_BLOBS: to === 'files' ? 'files' : 's3',
      ...more,
    },
  });
