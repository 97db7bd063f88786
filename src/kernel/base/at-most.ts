import { setTimeout as delay } from 'node:timers/promises';

/** Limits concurrency: runs at most this many tasks at a time; later ones wait in order. */
export function atMost(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot is handed straight to the next waiter, so that no newcomer can take it.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Resolves when the work does, or after this many milliseconds. Never rejects. */
export async function atMostFor(milliseconds: number, work: Promise<unknown> | undefined): Promise<void> {
  const late = new AbortController();
  const deadline = delay(milliseconds, undefined, { ref: false, signal: late.signal });
  await Promise.race([Promise.allSettled([work]), deadline.catch(() => {})]);
  late.abort();
}
