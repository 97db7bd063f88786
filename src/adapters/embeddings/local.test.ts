import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#kernel/base/config.ts';
import { createLogger } from '#kernel/base/log.ts';
import { type Embeddings, TextRefused } from '#kernel/ports/embeddings.ts';
import { writeTinyModel } from '#testing/tiny-model.ts';
import { createLocalEmbeddings } from './local.ts';

// PM_EMBEDDINGS=local (decisions.md section 1): with a stand-in for the optional package, and with the package itself if it
// is installed or PM_TEST_TRANSFORMERS names its entry file.

const library = process.env.PM_TEST_TRANSFORMERS ?? '@huggingface/transformers';
const hasLibrary = existsSync(library) || canResolve(library);

function canResolve(name: string): boolean {
  try {
    return createRequire(import.meta.url).resolve(name) !== '';
  } catch {
    return false;
  }
}

const standIn = `
export const env = {};
let calls = 0;
export const pipeline = async (task, model, { progress_callback }) => {
  for (const progress of [3, 14, 15, 90, 99, 100]) progress_callback({ status: 'progress_total', progress });
  if (env.allowRemoteModels || model !== '/models/tiny') throw new Error('not\\nfrom there');
  return async ([text]) => {
    calls += 1;
    if (text === 'broken') throw new Error('broken');
    if (text === 'dead') process.exit();
    if (text === 'slow') await new Promise((resolve) => setTimeout(resolve, 10));
    const data = { number: [NaN, 1, 0], nothing: [0, 0, 0], calls: [calls, 1, 0] }[text] ?? [text.length, 0, 4];
    return { dims: [1, 3], data: Float32Array.from(data) };
  };
};`;

type Line = { level: number; msg: string; percent?: number };
let folder: string;
let lines: Line[];
let opened: Embeddings;
const patience = () => AbortSignal.timeout(20_000);
const errors = () => lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);
const percents = () => lines.flatMap(({ percent }) => percent ?? []);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofmail-embeddings-'));
  await writeFile(join(folder, 'stand-in.mjs'), standIn);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => opened.close());

type Options = Parameters<typeof createLocalEmbeddings>[0];

function open(options: Partial<Options> = {}): Embeddings {
  lines = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  opened = createLocalEmbeddings({
    library: pathToFileURL(join(folder, 'stand-in.mjs')).href,
    model: 'tiny',
    path: '/models',
    cacheDir: join(folder, 'cache'),
    log,
    ...options,
  });
  return opened;
}

const ready = (): Promise<void> => expect.poll(() => opened.lacks(), { timeout: 20_000 }).toBeNull();
const lost = (): Promise<void> => expect.poll(() => errors().length, { timeout: 20_000 }).toBe(1);

describe('with a stand-in for the package', () => {
  it('embeds in a thread, and tells how far loading is', async () => {
    const embeddings = open();
    expect(embeddings.model).toBe('local:tiny');
    await expect(embeddings.embed(['abc'], patience())).rejects.toThrow('being loaded');
    await ready();
    const [vector, nothing] = await embeddings.embed(['abc', 'nothing'], patience());
    expect([...vector!].map((value) => Number(value.toFixed(2)))).toEqual([0.6, 0, 0.8]);
    expect([...nothing!]).toEqual([0, 0, 0]);
    expect(percents()).toEqual([14, 90, 100]);
  });

  it.each(['broken', 'number'])('a text that the model can do nothing with is refused: %s', async (text) => {
    const embeddings = open();
    await ready();
    await expect(embeddings.embed(['a', text], patience())).rejects.toThrow(TextRefused);
    expect(await embeddings.embed(['a', 'b'], patience())).toHaveLength(2);
  });

  it('a query waits for one text of a batch, and what nobody waits for is left', async () => {
    const embeddings = open();
    await ready();
    const ended: string[] = [];
    const stop = new AbortController();
    const batch = embeddings.embed(Array(500).fill('slow'), stop.signal).finally(() => ended.push('batch'));
    await embeddings.embed(['abc'], patience()).then(() => ended.push('query'));
    expect(ended).toEqual(['query']);
    stop.abort();
    await expect(batch).rejects.toThrow('too long');
    const [calls] = await embeddings.embed(['calls'], patience());
    expect(calls![0]! / calls![1]!).toBeLessThan(400);
  });

  it('without the package one line says so, until it is there', async () => {
    const embeddings = open({ library: join(folder, 'later.mjs'), retryAfter: 50 });
    await lost();
    await expect(embeddings.embed(['abc'], patience())).rejects.toThrow('npm install --no-save');
    await rename(join(folder, 'stand-in.mjs'), join(folder, 'later.mjs'));
    await ready();
    await rename(join(folder, 'later.mjs'), join(folder, 'stand-in.mjs'));
    expect(await embeddings.embed(['abc'], patience())).toHaveLength(1);
    expect(errors()).toHaveLength(1);
  });

  it('without the model one line says so, and what it lacks can be asked', async () => {
    const embeddings = open({ path: null });
    await lost();
    expect(errors()[0]).toBe(
      'PM_EMBEDDINGS=local: search by meaning is off: the model tiny cannot be fetched (not from there); ' +
        'PM_EMBEDDINGS_PATH names a folder that has it',
    );
    expect(embeddings.lacks()).toContain('cannot be fetched');
  });

  it("a model in a folder of its own has the folder's name, so that another one embeds all mail again", async () => {
    const own = join(folder, 'my-model');
    const modelOf = (env: Record<string, string> = {}) =>
      loadConfig({ PM_EMBEDDINGS: 'local', PM_EMBEDDINGS_PATH: own, ...env }).embeddings?.model;
    expect(modelOf()).toMatch(/^Xenova/);
    await mkdir(own);
    await writeFile(join(own, 'config.json'), '{}');
    expect(modelOf()).toBe('my-model');
    expect(modelOf({ PM_EMBEDDINGS_MODEL: 'other' })).toBe('other');
    open();
  });

  it('a thread that ends takes its requests with it, and is opened again', async () => {
    const embeddings = open({ retryAfter: 50 });
    await ready();
    await expect(embeddings.embed(['dead'], patience())).rejects.toThrow('ended');
    await ready();
    expect(await embeddings.embed(['abc'], patience())).toHaveLength(1);
  });
});

describe.skipIf(!hasLibrary)('with the package', () => {
  const models = () => join(folder, 'models');
  const tiny = () => join(models(), 'test/tiny');
  const openReal = (options: Partial<Options> = {}) =>
    open({ library, model: 'test/tiny', path: models(), ...options });

  const alikeness = async (one: string, other: string): Promise<number> => {
    const [a, b] = await opened.embed([one, other], patience());
    return a!.reduce((sum, value, at) => sum + value * b![at]!, 0);
  };

  beforeAll(() => writeTinyModel(tiny()));

  it('a model in its folder is loaded; what means the same points alike', async () => {
    openReal();
    await ready();
    expect(percents().at(-1)).toBe(100);
    expect(await alikeness('My CAR needs a fix', 'vehicle repair')).toBeCloseTo(1);
    expect(await alikeness('car', 'lunch')).toBeLessThan(0.5);
    expect([...(await opened.embed([''], patience()))[0]!].every((value) => value === 0)).toBe(true);
    const [long] = await opened.embed(['car '.repeat(10_000)], patience());
    expect(long).toHaveLength(16);
  });

  it.each(['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx'])(
    "the path may be the model's own folder, with %s",
    async (file) => {
      const own = join(folder, `own ${file.replace('/', '-')}`);
      await writeTinyModel(own);
      await rename(join(own, 'onnx/model_quantized.onnx'), join(own, file));
      openReal({ path: own });
      await ready();
      expect(await alikeness('car', 'vehicle')).toBeCloseTo(1);
    },
  );

  it('a model that is broken, or not there, is told in one line', async () => {
    await mkdir(join(models(), 'broken'), { recursive: true });
    await writeTinyModel(join(models(), 'broken'));
    await writeFile(join(models(), 'broken/onnx/model_quantized.onnx'), 'no model');
    openReal({ model: 'broken' });
    await lost();
    expect(errors()[0]).toContain(`the model broken cannot be loaded from ${models()} (Load model from`);
    await opened.close();
    openReal({ model: 'absent' });
    await lost();
    expect(errors()[0]).toContain('file was not found locally');
  });

  it('a model is fetched once, and never again', async () => {
    const asked: string[] = [];
    const hub = createServer(async (request, response) => {
      asked.push(request.url!);
      const name = request.url!.split('/resolve/main/')[1] ?? '';
      const content = await readFile(join(tiny(), name)).catch(() => null);
      response
        .writeHead(content ? 200 : 404, content ? { 'content-length': content.length } : {})
        .end(content);
    });
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(hub.address() as AddressInfo).port}/`;
    openReal({ path: null, host });
    await ready();
    expect(percents().at(-1)).toBe(100);
    expect(asked).toContain('/test/tiny/resolve/main/onnx/model_quantized.onnx');
    await opened.close();
    hub.closeAllConnections();
    await new Promise((resolve) => hub.close(resolve));
    openReal({ path: null, host });
    await ready();
    expect(await alikeness('car', 'vehicle')).toBeCloseTo(1);
    await opened.close();
    openReal({ path: null, host, cacheDir: join(folder, 'other') });
    await lost();
    expect(errors()[0]).toContain('the model test/tiny cannot be fetched (');
  });

  it('closes in the middle of a text', async () => {
    openReal();
    await ready();
    const batch = opened.embed(Array(1_000).fill('car lunch '.repeat(100)), patience());
    await Promise.all([expect(batch).rejects.toThrow('closed'), opened.close()]);
  });
});
