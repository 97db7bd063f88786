import type { PoolClient } from 'pg';
import { type Database, type Queryable, sql } from '#kernel/database.ts';

export type EnqueueOptions = {
  /** Not before then. */
  runAt?: Date;
  /** At most one waiting job has this key: a later call replaces an earlier one that has not begun. */
  key?: string;
};

type NewJob = { name: string; payload: unknown; tries: number };

/**
 * Calls `add_job`. Without the setting, which ends with the transaction, Postgres plans the statements inside that
 * function anew at each call, at twice the cost; the reference to it makes the setting come first.
 */
export const addJob = (db: Queryable, job: NewJob, options: EnqueueOptions): Promise<number> =>
  db.run({
    name: 'jobs.add',
    text: `select from (select set_config('plan_cache_mode', 'force_generic_plan', true) as mode offset 0) as s,
             lateral graphile_worker.add_job($1, payload := $2::json, max_attempts := $3::int,
               run_at := $4::timestamptz, job_key := case when s.mode is not null then $5::text end)`,
    values: [job.name, JSON.stringify(job.payload), job.tries, options.runAt ?? null, options.key ?? null],
  });

const LOCK_SPACE = 'proofmail.worker';

/** Takes the lock that says "this worker pool lives", on a connection that is kept for it. */
export async function holdWorkerLock(db: Database, poolId: string): Promise<PoolClient> {
  const client = await db.pool.connect();
  await client.query('select pg_advisory_lock(hashtext($1), hashtext($2))', [LOCK_SPACE, poolId]);
  return client;
}

/** Unlocks the jobs of pools whose lock is free. The age guards a pool that has its first job but not yet its lock. */
export const unlockDeadWorkers = (db: Database): Promise<number> =>
  db.run(sql`
    with holders as (
      select distinct locked_by from graphile_worker._private_jobs
      where locked_by is not null and locked_at < now() - interval '3 seconds'),
    dead as materialized (
      select locked_by from holders where pg_try_advisory_xact_lock(hashtext(${LOCK_SPACE}), hashtext(locked_by)))
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`);
