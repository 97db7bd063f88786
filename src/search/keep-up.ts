import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '#kernel/operation/services.ts';

/** Work in the background; `close` ends it, and returns when it has ended. */
export type Keeper = { close(): Promise<void> };

export type Pace = {
  /** Between two looks for work. */
  interval: number;
  /** After a failure it waits twice as long as before, up to this. */
  longestWait: number;
  /** What the log says of a failure. */
  trouble: string;
};

/**
 * Does what there is to do, a batch at a time, and looks again after a while. `batch` says whether there may be more to do
 * at once; its signal says that it is to end.
 */
export function keepUp(
  { log }: Pick<Services, 'log'>,
  { interval, longestWait, trouble }: Pace,
  batch: (stop: AbortSignal) => Promise<boolean>,
): Keeper {
  const stop = new AbortController();
  const { signal } = stop;
  const run = async (): Promise<void> => {
    let wait = interval;
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await batch(signal)));
        wait = interval;
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ detail: String(error).slice(0, 300) }, trouble);
        wait = Math.min(wait * 2, longestWait);
      }
      await delay(wait, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

/** For what is not configured. */
export const nothingToKeep: Keeper = { close: async () => {} };
