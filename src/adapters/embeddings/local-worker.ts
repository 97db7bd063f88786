import { parentPort, workerData } from 'node:worker_threads';

// A sentence-embedding model in a thread of its own, so that no mail leaves the machine and no request waits for it.

type Data = { library: string; model: string; path: string | null; cacheDir: string };
type Output = { tolist(): number[][] };
type Library = {
  env: { localModelPath: string; cacheDir: string; allowRemoteModels: boolean };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: {
      dtype: string;
      progress_callback(told: { status: string; file?: string; progress?: number }): void;
    },
  ): Promise<(texts: string[], options: { pooling: 'mean'; normalize: boolean }) => Promise<Output>>;
};

const { library, model, path, cacheDir } = workerData as Data;
const port = parentPort!;

try {
  const { env, pipeline } = (await import(library)) as Library;
  env.cacheDir = cacheDir;
  env.allowRemoteModels = path === null;
  if (path !== null) env.localModelPath = path;
  const extract = await pipeline('feature-extraction', model, {
    dtype: 'q8',
    progress_callback: ({ status, file, progress }) => {
      if (status === 'progress')
        port.postMessage({ kind: 'progress', file, percent: Math.floor(progress ?? 0) });
    },
  });
  port.on('message', async ({ id, texts }: { id: number; texts: string[] }) => {
    try {
      const output = await extract(texts, { pooling: 'mean', normalize: true });
      port.postMessage({ kind: 'vectors', id, vectors: output.tolist() });
    } catch (error) {
      port.postMessage({ kind: 'vectors', id, error: String(error) });
    }
  });
  port.postMessage({ kind: 'ready' });
} catch (error) {
  port.postMessage({ kind: 'failed', detail: String(error) });
}
