import { parentPort } from 'node:worker_threads';
import { textFromHtml } from './html-text.ts';

export type HtmlTextResponse = { type: 'ready' } | { type: 'text'; text: string };

// A thread of `derived-text.ts`: documents in, their texts out.
const respond = (response: HtmlTextResponse): void => parentPort?.postMessage(response);
parentPort?.on('message', (html: string) => respond({ type: 'text', text: textFromHtml(html) }));
respond({ type: 'ready' });
