import { parentPort } from 'node:worker_threads';
import { type HtmlRequest, type HtmlResponse, htmlWork } from './html-thread.ts';

// The worker of `html-thread.ts`: it receives documents and posts the results.
const respond = (response: HtmlResponse): void => parentPort?.postMessage(response);
parentPort?.on('message', async ({ work, html }: HtmlRequest) =>
  respond({ type: 'done', result: await htmlWork[work](html) }),
);
respond({ type: 'ready' });
