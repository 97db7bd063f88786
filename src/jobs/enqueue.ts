import type { z } from 'zod';
import type { Queryable, Sql } from '#kernel/database.ts';
import type { Job } from './define-job.ts';
import { addJob, addJobCall, type EnqueueOptions } from './repository.ts';

export type { EnqueueOptions } from './repository.ts';

/**
 * The call that enqueues a job, to stand in a `select`: inside a larger statement it costs no round trip.
 * Enqueued in the caller's transaction: nothing is lost, and nothing fires for a change that is rolled back.
 */
export const enqueueCall = <P extends z.ZodType>(
  { name, tries }: Job<P>,
  payload: z.input<P>,
  options: EnqueueOptions = {},
): Sql => addJobCall({ name, tries, payload }, options);

export const enqueue = async <P extends z.ZodType>(
  db: Queryable,
  { name, tries }: Job<P>,
  payload: z.input<P>,
  options: EnqueueOptions = {},
): Promise<void> => {
  await addJob(db, { name, tries, payload }, options);
};
