import type { z } from 'zod';
import { type Queryable, type Sql, sql } from '#kernel/database.ts';
import type { Job } from './define-job.ts';

export type EnqueueOptions = {
  /** Not before then. */
  runAt?: Date;
  /** At most one waiting job has this key: a later call replaces an earlier one that has not begun. */
  key?: string;
};

/**
 * The call that enqueues a job, to stand in a `select`: inside a larger statement it costs no round trip.
 * Enqueued in the caller's transaction: nothing is lost, and nothing fires for a change that is rolled back.
 */
export const enqueueCall = <P extends z.ZodType>(
  job: Job<P>,
  payload: z.input<P>,
  options: EnqueueOptions = {},
): Sql =>
  sql`graphile_worker.add_job(${job.name}, payload := ${JSON.stringify(payload)}::json, max_attempts := ${job.tries}::int,
        run_at := ${options.runAt ?? null}::timestamptz, job_key := ${options.key ?? null}::text)`;

export const enqueue = async <P extends z.ZodType>(
  db: Queryable,
  job: Job<P>,
  payload: z.input<P>,
  options?: EnqueueOptions,
): Promise<void> => {
  await db.run(sql`select ${enqueueCall(job, payload, options)}`);
};
