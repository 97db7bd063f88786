import type { PoolClient } from 'pg';
import type { Services } from '#kernel/operation/services.ts';
import type { AnyJob } from './define-job.ts';
import { recordFailures } from './failure.ts';
import {
  bringForward,
  deleteJobs,
  type ExhaustedJob,
  holdWorkerLocks,
  takeExhausted,
  unlockDeadWorkers,
} from './repository.ts';

const CHECK_EVERY = 5_000;
const BURIED_AT_ONCE = 100;
/** Minutes after which jobs of a long queue are moved forward, and how many per check: too few to delay other tenants. */
const LONGEST_BEHIND = 10;
const BROUGHT_FORWARD_AT_ONCE = 8;

const KILLED = 'The process that ran the last try ended in the middle of it.';

/** The session that proves that this engine's worker pools are alive; null while it is lost and not yet renewed. */
export type Session = { readonly client: PoolClient | null };

export type Liveness = Session & { close(): void };

/**
 * Returns the jobs of dead workers. Each worker pool holds a session lock while its process lives. A pool whose lock
 * is free is dead, and its jobs are unlocked within seconds (graphile-worker alone would wait four hours). The lock
 * has a separate connection, which Postgres drops with the process. Jobs that died on their last attempt become dead
 * letters.
 */
export async function keepAlive(
  services: Services,
  jobs: readonly AnyJob[],
  poolIds: readonly string[],
): Promise<Liveness> {
  const liveness = new PoolLiveness(services, jobs, poolIds);
  await liveness.begin();
  return liveness;
}

class PoolLiveness implements Liveness {
  readonly #services: Services;
  readonly #jobs: readonly AnyJob[];
  readonly #poolIds: readonly string[];
  #timer: NodeJS.Timeout | undefined;
  #client: PoolClient | null = null;
  #holding: Promise<void> | null = null;
  #closed = false;

  constructor(services: Services, jobs: readonly AnyJob[], poolIds: readonly string[]) {
    this.#services = services;
    this.#jobs = jobs;
    this.#poolIds = poolIds;
  }

  async begin(): Promise<void> {
    await this.#hold();
    this.#timer = setInterval(() => void this.#check(), CHECK_EVERY).unref();
    await this.#check();
  }

  get client(): PoolClient | null {
    return this.#client;
  }

  /** Takes the lock, or waits for a call that is already doing so. */
  #hold(): Promise<void> {
    this.#holding ??= this.#takeLock().finally(() => {
      this.#holding = null;
    });
    return this.#holding;
  }

  async #takeLock(): Promise<void> {
    const client = await holdWorkerLocks(this.#services.db, this.#poolIds);
    if (this.#closed) return client.release(true);
    this.#client = client;
    client.once('end', () => {
      if (this.#client !== client) return;
      this.#client = null;
      client.release(true);
      void this.#check();
    });
  }

  /**
   * Never rejects; after a failure, it checks again. When the lock was lost, for example because the database restarted, it
   * is only taken again, and dead workers are looked for at the next check: by then, other processes have renewed theirs
   * too.
   */
  async #check(): Promise<void> {
    try {
      if (this.#client === null) {
        await this.#hold();
        this.#timer?.refresh();
        return;
      }
      await unlockDeadWorkers(this.#services.db);
      while ((await buryExhausted(this.#services, this.#jobs)) === BURIED_AT_ONCE);
      await bringForward(this.#services.db, LONGEST_BEHIND, BROUGHT_FORWARD_AT_ONCE);
    } catch (error) {
      if (!this.#closed)
        this.#services.log.warn(
          { err: error },
          'could not release the jobs of dead workers; retrying at the next check',
        );
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    const client = this.#client;
    this.#client = null;
    // The connection is destroyed and not returned to the pool, because its session and lock must end.
    client?.release(true);
  }
}

/** Identifies a job across all of its attempts. Ids restart with a new database, so the time is part of it. */
export const refOf = (job: { id: string; created_at: string | Date; flags: unknown }): string =>
  (job.flags as { ref?: string } | null)?.ref ?? `${job.id}-${new Date(job.created_at).getTime()}`;

/**
 * Writes dead letters for jobs that have no attempts left and no worker to report it, and deletes these jobs, in one
 * transaction.
 */
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
    services.log.error(
      { jobs: exhausted.length },
      'jobs became dead letters: their process died during the last attempt',
    );
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
