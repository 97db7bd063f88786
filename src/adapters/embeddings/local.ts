import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from '#kernel/log.ts';
import { type Embeddings, normalized } from './port.ts';

const LIBRARY = '@huggingface/transformers';

type Told =
  | { kind: 'ready' }
  | { kind: 'failed'; detail: string }
  | { kind: 'progress'; file?: string; percent: number }
  | { kind: 'vectors'; id: number; vectors: number[][] }
  | { kind: 'vectors'; id: number; error: string };

type Options = {
  model: string;
  /** Where the model's folder is; null fetches it once into `cacheDir`. */
  path: string | null;
  cacheDir: string;
  log: Logger;
  /** Instead of the optional dependency, for tests. */
  library?: string;
};

/**
 * A sentence-embedding ONNX model in a worker thread. When the package or the model cannot be had, one line of the log
 * says so, and every request fails until the next start.
 */
export function createLocalEmbeddings({ log, library = LIBRARY, ...options }: Options): Embeddings {
  const worker = new Worker(join(import.meta.dirname, 'local-worker.ts'), {
    workerData: { library, ...options },
  });
  const ready = Promise.withResolvers<void>();
  const waiting = new Map<number, PromiseWithResolvers<number[][]>>();
  let told = -10;
  let next = 0;
  const fail = (detail: string): void => {
    ready.reject(new Error(detail));
    for (const { reject } of waiting.values()) reject(new Error(detail));
    waiting.clear();
  };
  ready.promise.catch(() => {});
  worker.on('message', (message: Told) => {
    if (message.kind === 'ready') ready.resolve();
    else if (message.kind === 'failed') {
      const hint = message.detail.includes(library)
        ? `the package is missing: npm install --no-save ${LIBRARY}@4`
        : `the model ${options.model} can't be had (${message.detail}); PM_EMBEDDINGS_PATH names a folder that has it`;
      log.error(`PM_EMBEDDINGS=local: search by meaning is off: ${hint}`);
      fail(message.detail);
    } else if (message.kind === 'progress') {
      if (Math.abs(message.percent - told) >= 10)
        log.info({ file: message.file, percent: message.percent }, 'loading the embeddings model');
      if (Math.abs(message.percent - told) >= 10) told = message.percent;
    } else {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ('error' in message) asked?.reject(new Error(message.error));
      else asked?.resolve(message.vectors);
    }
  });
  worker.on('error', (error) => fail(String(error)));
  worker.on('exit', () => fail('The embeddings thread has ended.'));
  worker.unref();
  return {
    model: `local:${options.model}`,
    async embed(texts, signal) {
      await untilAborted(ready.promise, signal);
      const id = next++;
      const asked = Promise.withResolvers<number[][]>();
      waiting.set(id, asked);
      worker.postMessage({ id, texts: [...texts] });
      const vectors = await untilAborted(asked.promise, signal);
      return vectors.map(normalized);
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const end = () => aborted.reject(new Error('The embeddings model took too long.'));
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', end);
    aborted.promise.catch(() => {});
    work.catch(() => {});
  }
}
