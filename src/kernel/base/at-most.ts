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
