import { parentPort } from 'node:worker_threads';
import { type HtmlRequest, type HtmlResponse, htmlWork } from './html-thread.ts';

// A thread of `html-thread.ts`: documents in, the results of the work out.
const respond = (response: HtmlResponse): void => parentPort?.postMessage(response);
parentPort?.on('message', async ({ work, html }: HtmlRequest) =>
  respond({ type: 'done', result: await htmlWork[work](html) }),
);
respond({ type: 'ready' });
