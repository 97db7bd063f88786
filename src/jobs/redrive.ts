import type { Transaction } from '#kernel/data/database.ts';
import { markRedriven } from './dead-letter-repository.ts';
import { addJobs } from './repository.ts';

/**
 * Queues the job of a dead letter again with all of its attempts, in the caller's transaction. A dead letter that was
 * already redriven is left alone. If the job fails again, it becomes another dead letter.
 */
export async function redrive(tx: Transaction, id: string, now: Date): Promise<void> {
  const work = await markRedriven(tx, id, now);
  if (work) await addJobs(tx, [{ name: work.job, payload: work.payload, tries: work.tries }]);
}
