import { parentPort, workerData } from 'node:worker_threads';
import { textFromHtml } from './html-text.ts';

// A thread of `derived-text.ts`: one document in, its text out.
parentPort!.postMessage(textFromHtml(workerData as string));
