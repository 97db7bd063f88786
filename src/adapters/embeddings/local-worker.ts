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
  /** `package`: the package itself cannot be loaded. */
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

/** Its warnings come beside errors that we tell in one line. */
const LOG_NOTHING = 50;

async function load(): Promise<Extract> {
  const { env, pipeline } = (await import(library).catch((error) => {
    throw new NoPackage(String(error));
  })) as Library;
  Object.assign(env, { cacheDir, allowRemoteModels: path === null, logLevel: LOG_NOTHING });
  if (host !== null) env.remoteHost = host;
  const extract = await pipeline('feature-extraction', path === null ? model : folderIn(path), {
    ...filesIn(path === null ? null : folderIn(path)),
    // Half of the cores: mail and requests go on while a mailbox is embedded.
    session_options: { intraOpNumThreads: Math.max(1, availableParallelism() >> 1) },
    progress_callback: ({ status, progress }) => {
      if (status === 'progress_total') tell({ kind: 'progress', percent: Math.floor(progress ?? 0) });
    },
  });
  if (!(await vectorOf(extract, 'ready'))) throw new Error('It makes no vectors of sentences.');
  return extract;
}

class NoPackage extends Error {}

/** The path may name the model's own folder, or one that holds it under its name. */
const folderIn = (path: string): string => (existsSync(join(path, 'config.json')) ? path : join(path, model));

/** The quantized model in `onnx/`, as the Hub has them; in a folder of the operator's own also what exporters make. */
function filesIn(folder: string | null): { dtype: string; subfolder: string } {
  const hub = { dtype: 'q8', subfolder: 'onnx' };
  const own = [hub, { ...hub, subfolder: '' }, { ...hub, dtype: 'fp32' }, { dtype: 'fp32', subfolder: '' }];
  const isThere = ({ dtype, subfolder }: typeof hub) =>
    existsSync(join(folder!, subfolder, dtype === 'q8' ? 'model_quantized.onnx' : 'model.onnx'));
  return (folder !== null && own.find(isThere)) || hub;
}

/** One text alone: padding costs as much as words, and quantized models answer differently in company. */
async function vectorOf(extract: Extract, text: string): Promise<Float32Array | null> {
  // Its own normalization makes NaN of a vector of zeros.
  const { data, dims } = await extract([text], { pooling: 'mean', normalize: false });
  const vector = Float32Array.from(data);
  return dims.length === 2 && vector.length > 0 && vector.every(Number.isFinite) ? vector : null;
}

/** Answers requests text by text, the one that lacks least first: a query does not wait for a batch of messages. */
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

// A thread that is ended from outside in the middle of native code takes the process with it: it ends itself.
port.on('message', (ask: Ask) => ask.kind === 'stop' && process.exit());
try {
  serve(await load());
  tell({ kind: 'ready' });
} catch (error) {
  const what = error instanceof NoPackage ? 'package' : 'model';
  tell({ kind: 'failed', what, detail: (error as Error).message ?? String(error) });
  process.exit();
}
