import { join } from 'node:path';
import { MINUTE } from '#kernel/base/clock.ts';
import type { Logger } from '#kernel/base/log.ts';
import { type Embeddings, normalized, TextRefused } from '#kernel/ports/embeddings.ts';
import { Thread } from '#kernel/threads/thread.ts';
import type { Ask, ThreadData, WorkerMessage } from './local-worker.ts';

const LIBRARY = '@huggingface/transformers';
/** The number of texts in a request, small enough for a slow machine to finish in time. */
const BATCH = 4;
const PROGRESS_STEP = 10;
const LOADING = 'The model is being loaded.';

type Options = {
  model: string;
  /**
   * The model's folder, or a folder that contains it under its name. If null, the model is downloaded once into
   * `cacheDir`.
   */
  path: string | null;
  cacheDir: string;
  log: Logger;
  /** Replaces the optional dependency in tests. */
  library?: string;
  /** Where models are fetched from, instead of huggingface.co, for tests. */
  host?: string;
  /** Milliseconds until the package or the model is loaded again after a failure. */
  retryAfter?: number;
};

/**
 * A sentence-embedding ONNX model in a worker thread. While the package or the model cannot be loaded, every request fails
 * at once, one log line says which of them is missing, and loading is retried regularly.
 */
export function createLocalEmbeddings(options: Options): Embeddings {
  const { model, path, cacheDir, log, library = LIBRARY, host = null, retryAfter = MINUTE } = options;
  const workerData: ThreadData = { library, model, path, cacheDir, host };
  const waiting = new Map<number, PromiseWithResolvers<(Float32Array | null)[]>>();
  let lacks: string | null = LOADING;
  let thread: Thread<Ask, WorkerMessage>;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  let next = 0;

  const lose = (detail: string, line: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(detail));
    waiting.clear();
    if (!isClosed && lacks !== line) log.error(`PM_EMBEDDINGS=local: search by meaning is off: ${line}`);
    lacks = line;
  };
  const ask = (question: Ask): void => thread.send(question);
  const open = (): void => {
    const begun = performance.now();
    let told = 0;
    const hear = (message: WorkerMessage): void => {
      if (message.kind === 'vectors') {
        waiting.get(message.id)?.resolve(message.vectors);
        waiting.delete(message.id);
      } else if (message.kind === 'progress') {
        if (message.percent < told + PROGRESS_STEP) return;
        told = message.percent;
        log.info({ model, percent: told }, 'loading the embeddings model');
      } else if (message.kind === 'ready') {
        lacks = null;
        log.info({ model, ms: Math.round(performance.now() - begun) }, 'the embeddings model is loaded');
      } else lose(message.detail, hintFor(message, options));
    };
    const restart = (error: Error | null): void => {
      if (isClosed) return;
      if (error) lose(String(error), `its thread broke (${String(error)})`);
      else if (lacks === null || lacks === LOADING) lose('Its thread has ended.', 'its thread has ended');
      retry = setTimeout(open, retryAfter).unref();
    };
    thread = new Thread(
      { program: programPath(), name: 'embeddings', data: workerData },
      { onMessage: hear, onDeath: restart },
    );
  };
  open();
  return {
    model: `local:${model}`,
    batch: BATCH,
    lacks: () => lacks,
    async embed(texts, signal) {
      if (lacks !== null) throw new Error(lacks);
      const id = next++;
      const asked = Promise.withResolvers<(Float32Array | null)[]>();
      const giveUp = () => {
        ask({ kind: 'forget', id });
        asked.reject(new Error('The embeddings model took too long.'));
      };
      waiting.set(id, asked);
      ask({ kind: 'embed', id, texts: [...texts] });
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      try {
        return (await asked.promise).map((vector) => {
          if (vector === null) throw new TextRefused('The embeddings model can do nothing with this text.');
          return normalized(vector);
        });
      } finally {
        waiting.delete(id);
        signal.removeEventListener('abort', giveUp);
      }
    },
    close: async () => {
      isClosed = true;
      clearTimeout(retry);
      lose('The embeddings model is closed.', 'closed');
      ask({ kind: 'stop' });
      await thread.ended();
    },
  };
}

function programPath(): string {
  // Next's bundle does not contain our files, so no thread can be started from them.
  const folder = import.meta.dirname as string | undefined;
  if (folder === undefined) throw new Error('PM_EMBEDDINGS=local needs npm start.');
  return join(folder, 'local-worker.ts');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 300);

function hintFor(
  { what, detail }: Extract<WorkerMessage, { kind: 'failed' }>,
  { model, path }: Options,
): string {
  if (what === 'package')
    return `the package cannot be loaded (${oneLine(detail)}); npm install --no-save ${LIBRARY}@4 adds it`;
  const place = path === null ? 'fetched' : `loaded from ${path}`;
  return `the model ${model} cannot be ${place} (${oneLine(detail)}); PM_EMBEDDINGS_PATH names a folder that has it`;
}
