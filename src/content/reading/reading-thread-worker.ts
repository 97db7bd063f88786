import { parentPort } from 'node:worker_threads';
import { readMessage } from './read-message.ts';
import type { ReadingRequest, ReadingResponse } from './reading-thread.ts';

// A thread of `reading-thread.ts`: messages in, readings out.
const respond = (response: ReadingResponse): void => parentPort?.postMessage(response);
parentPort?.on('message', ({ content, known }: ReadingRequest) =>
  respond({ type: 'done', reading: readMessage(content, known) }),
);
respond({ type: 'ready' });
