import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '#kernel/operation/services.ts';
import type { PartMonitor } from '#kernel/threads/supervise.ts';

/** Background work. `close` stops it and resolves when it has ended. */
export type Keeper = { close(): Promise<void> };

export type Pace = {
  /** Milliseconds between two polls. */
  interval: number;
  /** The maximum wait in milliseconds; it doubles after each failure. */
  longestWait: number;
  /** The message in the log after a failure. */
  trouble: string;
};

/**
 * Processes batches and polls for new work. `batch` returns whether there may be more to do immediately; its signal asks it
 * to stop.
 */
export function keepUp(
  { log }: Pick<Services, 'log'>,
  { interval, longestWait, trouble }: Pace,
  batch: (stop: AbortSignal) => Promise<boolean>,
  monitor?: PartMonitor,
): Keeper {
  const stop = new AbortController();
  const { signal } = stop;
  const run = async (): Promise<void> => {
    let wait = interval;
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await batch(signal))) monitor?.working();
        monitor?.working();
        wait = interval;
      } catch (error) {
        if (signal.aborted) return;
        monitor?.failing(error);
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

/** A keeper for engines that are not configured. */
export const nothingToKeep: Keeper = { close: async () => {} };
