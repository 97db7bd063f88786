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

/** The same for many jobs of one kind, with one statement. @param optionsOf the options of all, or of each */
export const enqueueMany = <P extends z.ZodType>(
  db: Queryable,
  { name, tries }: JobDeclaration<P>,
  payloads: readonly z.input<P>[],
  optionsOf: ManyOptions | ((index: number) => ManyOptions) = {},
): Promise<void> =>
  addJobs(
    db,
    payloads.map((payload, index) => ({
      name,
      tries,
      payload,
      ...(typeof optionsOf === 'function' ? optionsOf(index) : optionsOf),
    })),
  );

type ManyOptions = Pick<EnqueueOptions, 'runAt' | 'priority'>;

/** As many jobs of a tenant as may wait without any consequence: about what a process runs at a time. */
const UNCROWDED = 40;
const LAST = 20;

/**
 * The priority of a job whose tenant has so many waiting already: it comes after the jobs of those who have fewer, by steps
 * of a doubling. So a long queue of one tenant delays its own work, and hardly anybody else's.
 */
export const behind = (waiting: number): number =>
  waiting < UNCROWDED ? 0 : Math.min(LAST, 1 + Math.floor(Math.log2(waiting / UNCROWDED)));
