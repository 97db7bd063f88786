/** What waits in a queue of ours. */
export type Backlog = {
  /** No further than `MOST_COUNTED`. */
  waiting: number;
  /** Since when the oldest of it could have been done; null when nothing waits. */
  oldest_at: string | null;
};

/** Counting ends here: nobody needs to know more, and a table of millions is not read for it. */
export const MOST_COUNTED = 10_000;
