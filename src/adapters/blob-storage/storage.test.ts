import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BucketSettings } from '#kernel/base/config-outside.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { type BlobStorage, ObjectMissing, StorageUnavailable } from '#kernel/ports/blob-storage.ts';
import { type S3Server, startS3Server } from '#testing/s3-server.ts';
import { fileSystemStorage } from './file-system.ts';
import { partsOf } from './parts.ts';
import { s3Storage } from './s3.ts';
import { twoPlaces } from './two-places.ts';

let s3: S3Server;
let folder: string;

beforeAll(async () => {
  s3 = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'proofmail-blobs-'));
  vi.stubEnv('AWS_ACCESS_KEY_ID', s3.key.id);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', s3.key.secret);
});

afterEach(() => {
  s3.failures = [];
  s3.isDown = false;
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const inBucket = (more: Partial<BucketSettings> = {}): BlobStorage =>
  s3Storage({ bucket: s3.bucket, endpoint: s3.url, region: 'eu-test-1', prefix: 'mail/of-tests', ...more });

const freshKey = (): string => `AB/CD/${newUlid()}`;
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Yields the content in chunks whose size does not divide that of a part. */
async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 700_001) yield content.subarray(at, at + 700_001);
}

/** A real S3 server, if PM_TEST_S3_URL names one: `http://id:secret@host:port/bucket?region=…`. */
const real = process.env.PM_TEST_S3_URL ? new URL(process.env.PM_TEST_S3_URL) : null;

function onRealServer(url: URL): BlobStorage {
  vi.stubEnv('AWS_ACCESS_KEY_ID', decodeURIComponent(url.username));
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', decodeURIComponent(url.password));
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return s3Storage({
    bucket: url.pathname.slice(1),
    endpoint: url.origin,
    region,
    prefix: `run-${newUlid()}`,
  });
}

const places: [name: string, open: () => BlobStorage][] = [
  ['files', () => fileSystemStorage(join(folder, 'files'))],
  ['a bucket', () => inBucket()],
  ['a bucket without a prefix', () => inBucket({ prefix: '' })],
  ['both', () => twoPlaces(inBucket(), fileSystemStorage(join(folder, 'both')))],
];
if (real) places.push(['a real server', () => onRealServer(real)]);

describe.each(places)('blobs in %s', (_name, open) => {
  let storage: BlobStorage;
  beforeAll(() => {
    storage = open();
  });
  afterAll(() => {
    storage.close?.();
    vi.stubEnv('AWS_ACCESS_KEY_ID', s3.key.id);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', s3.key.secret);
  });

  it.each([
    ['empty', 0],
    ['small', 300_000],
    ['as large as a part', 8 * 1024 * 1024],
    ['of several parts', 16 * 1024 * 1024 + 17],
  ])('keep content that is %s, given whole or as a stream', async (_size, bytes) => {
    const content = randomBytes(bytes);
    for (const given of [content, chunksOf(content)]) {
      const key = freshKey();
      await storage.put(key, given);
      expect(await storage.size(key)).toBe(bytes);
      expect(hashOf(await storage.get(key))).toBe(hashOf(content));
      const streamed = Buffer.concat(await (await storage.stream(key)).toArray());
      expect(hashOf(streamed)).toBe(hashOf(content));
    }
  });

  it('give a part of an object', async () => {
    const key = freshKey();
    await storage.put(key, Buffer.from('0123456789'));
    const part = await (await storage.stream(key, { start: 2, end: 4 })).toArray();
    expect(Buffer.concat(part).toString()).toBe('234');
  });

  it('say that an object is missing, and take its deletion', async () => {
    const key = freshKey();
    await expect(storage.get(key)).rejects.toThrow(ObjectMissing);
    await expect(storage.stream(key)).rejects.toThrow(ObjectMissing);
    expect(await storage.size(key)).toBeNull();
    await storage.put(key, Buffer.from('x'));
    await storage.delete(key);
    await storage.delete(key);
    await expect(storage.get(key)).rejects.toThrow(ObjectMissing);
  });

  it('leave nothing under the name when the content breaks off', async () => {
    const key = freshKey();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(9 * 1024 * 1024);
      throw new Error('The client is gone.');
    }
    await expect(storage.put(key, broken())).rejects.toThrow('The client is gone.');
    expect(await storage.size(key)).toBeNull();
  });

  it('list what is older than a time, page by page', async () => {
    const keys = Array.from({ length: 8 }, freshKey);
    for (const key of keys) await storage.put(key, Buffer.from('x'));
    const later = await Array.fromAsync(storage.listOlder(new Date(Date.now() + 60_000)));
    expect(later).toEqual(expect.arrayContaining(keys));
    const earlier = await Array.fromAsync(storage.listOlder(new Date(Date.now() - 60_000)));
    expect(earlier.filter((key) => keys.includes(key))).toEqual([]);
  });

  it('take no key that is not ours', async () => {
    for (const key of ['../secret', 'a/../b', '/etc/passwd', 'a//b', 'a b'])
      await expect(async () => storage.get(key)).rejects.toThrow('Not an object key of ours.');
  });
});

describe('a bucket', () => {
  it('gets small objects in one request and large ones in parts', async () => {
    const storage = inBucket();
    s3.requests.length = 0;
    await storage.put(freshKey(), randomBytes(1_000_000));
    expect(s3.requests).toHaveLength(1);
    await storage.put(freshKey(), chunksOf(randomBytes(17 * 1024 * 1024)));
    expect(s3.requests.map((request) => request.split(' ')[0])).toEqual([
      'PUT',
      'POST',
      'PUT',
      'PUT',
      'PUT',
      'POST',
    ]);
    expect([...s3.uploads]).toEqual([]);
  });

  it('tries again what may pass, and says what does not', async () => {
    const storage = inBucket();
    const key = freshKey();
    s3.failures = ['SlowDown', 'drop'];
    await storage.put(key, Buffer.from('third time'));
    expect(Buffer.from(await storage.get(key)).toString()).toBe('third time');
    s3.isDown = true;
    await expect(storage.put(freshKey(), Buffer.from('x'))).rejects.toThrow(StorageUnavailable);
    await expect(storage.get(key)).rejects.toThrow(/it answered 503/);
  });

  it('refuses wrong credentials and a bucket that does not exist', async () => {
    const nowhere = inBucket({ bucket: 'another-bucket' });
    await expect(nowhere.put(freshKey(), Buffer.from('x'))).rejects.toThrow(/404 \(NoSuchBucket\)/);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
    const stranger = inBucket();
    await expect(stranger.put(freshKey(), Buffer.from('x'))).rejects.toThrow(/403 \(SignatureDoesNotMatch\)/);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', s3.key.secret);
  });

  it('lists uploads that never ended as partial objects, and ends them', async () => {
    const storage = inBucket();
    const [begun, other] = [freshKey(), freshKey()];
    for (const key of [begun, other])
      s3.uploads.set(key, { key: `mail/of-tests/${key}`, at: new Date(), parts: new Map() });
    const partial = async () => {
      const all = await Array.fromAsync(storage.listOlder(new Date(Date.now() + 60_000)));
      return all.filter((key) => key.endsWith('.partial')).sort();
    };
    expect(await partial()).toEqual([begun, other].map((key) => `${key}.partial`).sort());
    await storage.delete(`${begun}.partial`);
    expect(await partial()).toEqual([`${other}.partial`]);
    await storage.delete(`${other}.partial`);
  });
});

describe('two places', () => {
  it('write to the first, read from both, and delete in both', async () => {
    const [first, second] = [fileSystemStorage(join(folder, '1')), fileSystemStorage(join(folder, '2'))];
    const both = twoPlaces(first, second);
    const [here, there] = [freshKey(), freshKey()];
    await both.put(here, Buffer.from('here'));
    await second.put(there, Buffer.from('there'));
    expect(await second.size(here)).toBeNull();
    expect(Buffer.from(await both.get(there)).toString()).toBe('there');
    expect(await both.size(there)).toBe(5);
    await both.delete(there);
    expect(await second.size(there)).toBeNull();
  });
});

describe('parts', () => {
  it.each([
    [[], [0]],
    [[3], [3]],
    [[4], [4]],
    [
      [4, 1],
      [4, 1],
    ],
    [[9], [4, 4, 1]],
    [
      [1, 1, 1, 1, 1, 1],
      [4, 2],
    ],
  ])('of chunks of %j bytes have %j', async (chunks, sizes) => {
    async function* content(): AsyncGenerator<Uint8Array> {
      for (const size of chunks) yield Buffer.alloc(size);
    }
    const parts = await Array.fromAsync(partsOf(content(), 4));
    expect(parts.map(({ part }) => part.length)).toEqual(sizes);
    expect(parts.map(({ isLast }) => isLast)).toEqual(sizes.map((_, index) => index === sizes.length - 1));
  });
});
