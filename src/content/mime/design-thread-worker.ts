import { parentPort } from 'node:worker_threads';
import { designOf } from './design.ts';
import type { DesignRequest, DesignResponse } from './design-thread.ts';

// A thread of `design-thread.ts`: raw messages in, their design out.
const respond = (response: DesignResponse): void => parentPort?.postMessage(response);
parentPort?.on('message', ({ raw }: DesignRequest) => respond({ type: 'done', html: designOf(raw) }));
respond({ type: 'ready' });
