import type { ThreadRow } from './repository.ts';
import type { ThreadSummary } from './schema.ts';

/** Reviewers see quarantined messages, so these count for them; for everyone else they do not exist. */
export const serializeSummary = (row: ThreadRow, review: boolean): ThreadSummary => ({
  ...row,
  message_count: row.message_count + (review ? row.quarantined_count : 0),
  last_at: lastAt(row, review),
  quarantined: review && row.message_count === 0,
});

export const lastAt = (row: ThreadRow, review: boolean): string =>
  review ? row.last_any_at : (row.last_at ?? row.last_any_at);
