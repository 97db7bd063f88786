import type { z } from 'zod';
import type { Queryable } from '#kernel/database.ts';
import type { Job } from './define-job.ts';
import { addJob, type EnqueueOptions } from './repository.ts';

export type { EnqueueOptions } from './repository.ts';

/**
 * Enqueues a job in the caller's transaction: nothing is lost, and nothing fires for a change that is rolled back.
 */
export const enqueue = async <P extends z.ZodType>(
  db: Queryable,
  { name, tries }: Job<P>,
  payload: z.input<P>,
  options: EnqueueOptions = {},
): Promise<void> => {
  await addJob(db, { name, tries, payload }, options);
};
