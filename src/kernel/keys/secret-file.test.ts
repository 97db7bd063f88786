import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secretInFile } from './secret-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofmail-secret-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('is made once, readable by its owner only, and found again', async () => {
  const path = join(folder, 'below', 'secret');
  expect(await secretInFile(path, () => 'first')).toEqual({ secret: 'first', isNew: true });
  expect(await secretInFile(path, () => 'second')).toEqual({ secret: 'first', isNew: false });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'below'))).toEqual(['secret']);
});

it('is the same for all who start at once', async () => {
  const path = join(folder, 'raced');
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => secretInFile(path, () => `secret ${n}`)),
  );
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
});
