import { parentPort, workerData } from 'node:worker_threads';
import type { Writer } from './corpus.ts';
import { examplesOf, learnLexical } from './dataset.ts';
import { trainFold } from './stages.ts';

/** The thread of `folds.ts`: trains some of the folds, and posts each when it is done. */
export type Task = { writers: readonly Writer[]; folds: readonly number[] };

const { writers, folds }: Task = workerData;
const examples = examplesOf(writers, learnLexical(writers));
for (const left of folds) parentPort!.postMessage({ left, fold: trainFold(examples, left) });
