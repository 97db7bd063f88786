import { parentPort, workerData } from 'node:worker_threads';
import { type HtmlWork, htmlWork } from './html-thread.ts';

// A thread of `html-thread.ts`: one document in, what was made of it out.
const { work, html } = workerData as { work: HtmlWork; html: string };
parentPort!.postMessage(await htmlWork[work](html));
