import type { PoolClient } from 'pg';
import type { Services } from '#kernel/services.ts';
import type { AnyJob } from './define-job.ts';
import { recordFailures } from './failure.ts';
import {
  deleteJobs,
  type ExhaustedJob,
  holdWorkerLock,
  takeExhausted,
  unlockDeadWorkers,
} from './repository.ts';

const CHECK_EVERY = 5_000;
const BURIED_AT_ONCE = 100;

const KILLED = 'The process that ran the last try ended in the middle of it.';

/**
 * Gives back the jobs of workers that died. Each worker pool holds a session lock for as long as its process lives;
 * a pool whose lock is free is dead, and what it had taken is unlocked within seconds (graphile-worker alone would
 * wait four hours). The lock is on a connection of its own, which Postgres drops with the process. Jobs that died with
 * their last try become dead letters.
 */
export async function keepAlive(
  services: Services,
  jobs: readonly AnyJob[],
  poolId: string,
): Promise<{ client: PoolClient; close(): void }> {
  const client = await holdWorkerLock(services.db, poolId);
  const check = async () => {
    await unlockDeadWorkers(services.db);
    while ((await buryExhausted(services, jobs)) === BURIED_AT_ONCE);
  };
  const checkSafely = () =>
    check().catch((error) => services.log.warn({ err: error }, 'jobs of dead workers were not given back'));
  const timer = setInterval(checkSafely, CHECK_EVERY).unref();
  await checkSafely();
  return {
    client,
    close: () => {
      clearInterval(timer);
      // Destroyed rather than returned to the pool: the session and its lock must end.
      client.release(true);
    },
  };
}

/** Names a job in all of its tries. Ids begin anew with the database, so the time is part of it. */
export const refOf = (job: { id: string; created_at: string | Date; flags: unknown }): string =>
  (job.flags as { ref?: string } | null)?.ref ?? `${job.id}-${new Date(job.created_at).getTime()}`;

/** Dead letters of jobs that have no try left and nobody to say so, and the end of these, in one transaction. */
export const buryExhausted = (services: Services, jobs: readonly AnyJob[]): Promise<number> =>
  services.db.transaction(async (tx) => {
    const exhausted = await takeExhausted(tx, BURIED_AT_ONCE);
    if (exhausted.length === 0) return 0;
    await recordFailures(
      tx,
      services,
      exhausted.map((row) => ({
        job: jobOf(jobs, row),
        of: tryOf(row),
        error: row.last_error ?? KILLED,
        isLast: true,
      })),
    );
    await deleteJobs(
      tx,
      exhausted.map(({ id }) => id),
    );
    services.log.error({ jobs: exhausted.length }, 'jobs whose last try was killed are dead letters');
    return exhausted.length;
  });

const jobOf = (jobs: readonly AnyJob[], { name }: ExhaustedJob): AnyJob | { name: string } =>
  jobs.find((job) => job.name === name) ?? { name };

const tryOf = (row: ExhaustedJob) => ({
  ref: refOf(row),
  payload: row.payload,
  attempt: row.attempts,
  tries: row.max_attempts,
});
