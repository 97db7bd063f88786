import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

// A sentence-embedding model in a separate thread, so that no mail leaves the machine and no request waits for it.

export type ThreadData = {
  library: string;
  model: string;
  path: string | null;
  cacheDir: string;
  host: string | null;
};
export type Ask =
  | { kind: 'embed'; id: number; texts: string[] }
  | { kind: 'forget'; id: number }
  | { kind: 'stop' };
export type WorkerMessage =
  | { kind: 'progress'; percent: number }
  | { kind: 'ready' }
  /** `package` means that the npm package cannot be loaded, `model` that the model cannot. */
  | { kind: 'failed'; what: 'package' | 'model'; detail: string }
  /** A vector is null if the model cannot embed that text. */
  | { kind: 'vectors'; id: number; vectors: (Float32Array | null)[] };

type Output = { data: ArrayLike<number>; dims: number[] };
type Extract = (texts: string[], options: { pooling: 'mean'; normalize: boolean }) => Promise<Output>;
type Library = {
  env: { cacheDir: string; allowRemoteModels: boolean; remoteHost: string; logLevel: number };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: {
      dtype: string;
      subfolder: string;
      session_options: { intraOpNumThreads: number };
      progress_callback(told: { status: string; progress?: number }): void;
    },
  ): Promise<Extract>;
};

const { library, model, path, cacheDir, host } = workerData as ThreadData;
const port = parentPort!;
const tell = (told: WorkerMessage): void => port.postMessage(told);

/** The library's log level that turns logging off. We log each error in one line ourselves. */
const LOG_NOTHING = 50;

async function load(): Promise<Extract> {
  const { env, pipeline } = (await import(library).catch((error) => {
    throw new NoPackage(String(error));
  })) as Library;
  Object.assign(env, { cacheDir, allowRemoteModels: path === null, logLevel: LOG_NOTHING });
  if (host !== null) env.remoteHost = host;
  const extract = await pipeline('feature-extraction', path === null ? model : folderIn(path), {
    ...filesIn(path === null ? null : folderIn(path)),
    // Half of the cores, so that mail and requests are handled while a mailbox is embedded.
    session_options: { intraOpNumThreads: Math.max(1, availableParallelism() >> 1) },
    progress_callback: ({ status, progress }) => {
      if (status === 'progress_total') tell({ kind: 'progress', percent: Math.floor(progress ?? 0) });
    },
  });
  if (!(await vectorOf(extract, 'ready'))) throw new Error('It makes no vectors of sentences.');
  return extract;
}

class NoPackage extends Error {}

/** The path can be the model's own folder, or a folder that contains it under its name. */
const folderIn = (path: string): string => (existsSync(join(path, 'config.json')) ? path : join(path, model));

/** The quantized model in `onnx/`, the layout of the Hub. An operator's own folder may also have an exporter's layout. */
function filesIn(folder: string | null): { dtype: string; subfolder: string } {
  const hub = { dtype: 'q8', subfolder: 'onnx' };
  const own = [hub, { ...hub, subfolder: '' }, { ...hub, dtype: 'fp32' }, { dtype: 'fp32', subfolder: '' }];
  const isThere = ({ dtype, subfolder }: typeof hub) =>
    existsSync(join(folder!, subfolder, dtype === 'q8' ? 'model_quantized.onnx' : 'model.onnx'));
  return (folder !== null && own.find(isThere)) || hub;
}

/** Embeds one text at a time: padding costs as much as words, and a quantized model's result depends on the batch. */
async function vectorOf(extract: Extract, text: string): Promise<Float32Array | null> {
  // The library's own normalization turns a zero vector into NaN.
  const { data, dims } = await extract([text], { pooling: 'mean', normalize: false });
  const vector = Float32Array.from(data);
  return dims.length === 2 && vector.length > 0 && vector.every(Number.isFinite) ? vector : null;
}

/** Works text by text on the request with the fewest texts left, so that a query does not wait for a batch of messages. */
function serve(extract: Extract): void {
  const waiting = new Map<number, { texts: string[]; vectors: (Float32Array | null)[] }>();
  let isWorking = false;
  const work = async (): Promise<void> => {
    while (waiting.size > 0) {
      const lacks = ([, { texts, vectors }]: [number, { texts: string[]; vectors: unknown[] }]) =>
        texts.length - vectors.length;
      const [id, request] = [...waiting].reduce((least, other) =>
        lacks(other) < lacks(least) ? other : least,
      );
      const text = request.texts[request.vectors.length];
      if (text !== undefined) request.vectors.push(await vectorOf(extract, text).catch(() => null));
      if (request.vectors.length < request.texts.length || !waiting.delete(id)) continue;
      tell({ kind: 'vectors', id, vectors: request.vectors });
    }
  };
  port.on('message', async (ask: Ask) => {
    if (ask.kind === 'embed') waiting.set(ask.id, { texts: ask.texts, vectors: [] });
    else if (ask.kind === 'forget') waiting.delete(ask.id);
    if (isWorking) return;
    isWorking = true;
    await work();
    isWorking = false;
  });
}

// Terminating a thread in native code would crash the process, so the thread exits by itself.
port.on('message', (ask: Ask) => ask.kind === 'stop' && process.exit());
try {
  serve(await load());
  tell({ kind: 'ready' });
} catch (error) {
  const what = error instanceof NoPackage ? 'package' : 'model';
  tell({ kind: 'failed', what, detail: (error as Error).message ?? String(error) });
  process.exit();
}
