import { join } from 'node:path';
import { ThreadQueue } from '#kernel/threads/thread-queue.ts';

export type DesignRequest = { raw: Uint8Array };
export type DesignResponse = { type: 'ready' } | { type: 'done'; html: string | null };

const LIMITS = { cpuMs: 5_000, silentMs: 30_000 };

// Next's bundle does not contain our files, so no thread can be started from them.
const folder = import.meta.dirname as string | undefined;

const queue =
  folder === undefined
    ? null
    : new ThreadQueue<DesignRequest, DesignResponse>({
        thread: { program: join(folder, 'design-thread-worker.ts'), name: 'design' },
        limits: LIMITS,
        size: 1,
        isReady: ({ type }) => type === 'ready',
      });

/** The HTML of a raw message with its design, made in a thread; null when there is none, or when it takes too long. */
export async function readDesign(raw: Uint8Array): Promise<string | null> {
  if (queue === null) return (await import('./design.ts')).designOf(raw);
  let html: string | null = null;
  await queue.run(
    async () => ({ request: { raw } }),
    (response) => {
      html = response.type === 'done' ? response.html : null;
      return true;
    },
  );
  return html;
}
