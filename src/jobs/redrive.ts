import type { Transaction } from '#kernel/data/database.ts';
import { markRedriven } from './dead-letter-repository.ts';
import { addJobs } from './repository.ts';

/**
 * Enqueues the work of a dead letter again, with all of its tries, in the caller's transaction. What was redriven
 * already is left alone. Should it fail again, it becomes another dead letter.
 */
export async function redrive(tx: Transaction, id: string, now: Date): Promise<void> {
  const work = await markRedriven(tx, id, now);
  if (work) await addJobs(tx, [{ name: work.job, payload: work.payload, tries: work.tries }]);
}
