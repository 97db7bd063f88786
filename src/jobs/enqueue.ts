import type { z } from 'zod';
import type { Queryable } from '#kernel/data/database.ts';
import type { JobDeclaration } from './define-job.ts';
import { addJobs, type EnqueueOptions } from './repository.ts';

export type { EnqueueOptions } from './repository.ts';

/**
 * Enqueues a job in the caller's transaction: nothing is lost, and nothing fires for a change that is rolled back.
 */
export const enqueue = <P extends z.ZodType>(
  db: Queryable,
  { name, tries }: JobDeclaration<P>,
  payload: z.input<P>,
  options: EnqueueOptions = {},
): Promise<void> => addJobs(db, [{ name, tries, payload, ...options }]);

/** The same for many jobs of one kind, with one statement. */
export const enqueueMany = <P extends z.ZodType>(
  db: Queryable,
  { name, tries }: JobDeclaration<P>,
  payloads: readonly z.input<P>[],
  options: Pick<EnqueueOptions, 'runAt'> = {},
): Promise<void> =>
  addJobs(
    db,
    payloads.map((payload) => ({ name, tries, payload, ...options })),
  );
