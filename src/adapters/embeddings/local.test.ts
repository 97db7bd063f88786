import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '#kernel/log.ts';
import { createLocalEmbeddings } from './local.ts';

// PM_EMBEDDINGS=local (decisions.md section 1), with a stand-in for the optional package.

let folder: string;
const log = createLogger('silent');
const patience = () => AbortSignal.timeout(20_000);

const standIn = `
export const env = {};
export const pipeline = async (task, model, { progress_callback }) => {
  progress_callback({ status: 'progress', file: 'model.onnx', progress: 50 });
  if (env.allowRemoteModels || env.localModelPath !== '/models') throw new Error('not from there');
  return async (texts) => {
    if (texts.includes('broken')) throw new Error('broken');
    return { tolist: () => texts.map((text) => [text.length, 0, model.length]) };
  };
};`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofmail-embeddings-'));
  await writeFile(join(folder, 'stand-in.mjs'), standIn);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (library: string, path: string | null = '/models') =>
  createLocalEmbeddings({ library, model: 'tiny', path, cacheDir: folder, log });

it('embeds in a thread, and one failure ends no other', async () => {
  const embeddings = open(pathToFileURL(join(folder, 'stand-in.mjs')).href);
  expect(embeddings.model).toBe('local:tiny');
  const [vector] = await embeddings.embed(['abc'], patience());
  expect([...vector!].map((value) => Number(value.toFixed(2)))).toEqual([0.6, 0, 0.8]);
  await expect(embeddings.embed(['broken'], patience())).rejects.toThrow('broken');
  expect(await embeddings.embed(['a', 'b'], patience())).toHaveLength(2);
  await embeddings.close();
});

it.each([
  ['the package', () => open('@nobody/has-this-package'), '@nobody/has-this-package'],
  ['the model', () => open(pathToFileURL(join(folder, 'stand-in.mjs')).href, null), 'not from there'],
])('without %s it says what is missing', async (_, opened, reason) => {
  const embeddings = opened();
  await expect(embeddings.embed(['abc'], patience())).rejects.toThrow(reason);
  await embeddings.close();
});
