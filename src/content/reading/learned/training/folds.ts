import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Writer } from './corpus.ts';
import type { Example } from './dataset.ts';
import type { Task } from './fold-thread.ts';
import { type Fold, foldsIn, trainFold } from './stages.ts';

/** Enough for the examples of all writers, like those of the main thread. */
const HEAP_MB = 8_000;

/** Trains the folds in two threads, because each takes a minute of one core. Which thread trains a fold changes nothing. */
export async function trainFolds(writers: readonly Writer[], examples: readonly Example[]): Promise<Fold[]> {
  const places = Array.from({ length: foldsIn(examples) }, (_, left) => left);
  const workerData: Task = { writers, folds: places.filter((left) => left % 2 === 1) };
  const thread = new Worker(new URL('./fold-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const folds = new Map<number, Fold>();
  thread.on('message', ({ left, fold }) => folds.set(left, fold));
  const ended = once(thread, 'exit');
  ended.catch(() => {});
  for (const left of places.filter((place) => place % 2 === 0)) {
    folds.set(left, trainFold(examples, left));
    await turn();
  }
  await ended;
  return places.map((left) => folds.get(left)!);
}
