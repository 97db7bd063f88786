/** How much work waits in one of our queues. */
export type Backlog = {
  /** Entries that wait, counted up to `MOST_COUNTED`. */
  waiting: number;
  /** When the oldest entry became due; null when nothing waits. */
  oldest_at: string | null;
};

/** Counting stops here, so that a table with millions of rows is not read to report an exact number. */
export const MOST_COUNTED = 10_000;
