import type { PoolClient } from 'pg';
import { type Backlog, MOST_COUNTED } from '#kernel/base/backlog.ts';
import { type Database, type Queryable, sql } from '#kernel/data/database.ts';
import { withCause } from './cause.ts';

export type EnqueueOptions = {
  /** Not before then. */
  runAt?: Date;
  /** At most one waiting job has this key: a later call replaces an earlier one that has not started. */
  key?: string;
  /** Jobs that are due run in the order of this, then of their time; 0 unless said, and `behind` says more. */
  priority?: number;
};

export type NewJob = EnqueueOptions & { name: string; payload: unknown; tries: number };

/**
 * Adds jobs with one statement. They are passed as JSON, because a statement with array parameters is planned again
 * for every length. (How the function itself is planned is set where its schema is created,
 * `src/server/postgres/migrate.ts`.)
 */
export async function addJobs(db: Queryable, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ name, payload, tries, runAt, key, priority }) => ({
    name,
    payload: withCause(payload),
    tries,
    run_at: runAt,
    key,
    priority,
  }));
  await db.run({
    name: 'jobs.add',
    text: `select from graphile_worker.add_jobs(array(
             select row(name, payload, null, run_at, tries, key, priority, null)::graphile_worker.job_spec
             from json_to_recordset($1::json) as s
               (name text, payload json, run_at timestamptz, tries smallint, key text, priority smallint)))`,
    values: [JSON.stringify(specs)],
  });
}

export type HeldJob = { id: string; locked_by: string | null };

/** A time of the clock port, or milliseconds from now by the clock of the database, which workers use. */
export type When = { runAt: Date } | { wait: number };

/**
 * Puts a job that this worker holds back into the queue as a new row. The engine later completes the old row, which
 * no longer exists. `ref` still identifies the job. A job that was replaced by one with the same key ends here: it
 * has no attempts left. @param attempts the attempts that it has used; by default unchanged
 */
export async function putBack(
  db: Queryable,
  { id, locked_by }: HeldJob,
  ref: string,
  when: When,
  attempts: number | null = null,
): Promise<void> {
  const [runAt, wait] = 'wait' in when ? [null, when.wait] : [when.runAt, null];
  await db.run({
    name: 'jobs.put_back',
    text: `with held as (
             delete from graphile_worker._private_jobs where id = $1::bigint and locked_by = $2 returning *)
           insert into graphile_worker._private_jobs (job_queue_id, task_id, payload, priority, run_at, attempts,
                                                      max_attempts, created_at, key, flags)
           select job_queue_id, task_id, payload, priority,
                  coalesce($4::timestamptz, now() + make_interval(secs => $5::float8 / 1000)),
                  coalesce($6::smallint, attempts), max_attempts, created_at, key, jsonb_build_object('ref', $3::text)
           from held where coalesce($6::smallint, attempts) < max_attempts`,
    values: [id, locked_by, ref, runAt, wait, attempts],
  });
}

export const deleteJobs = (db: Queryable, ids: readonly string[]): Promise<number> =>
  db.run({
    name: 'jobs.delete',
    text: 'delete from graphile_worker._private_jobs where id = any($1::bigint[])',
    values: [ids],
  });

export type ExhaustedJob = {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  created_at: string;
  flags: unknown;
};

/** Jobs without attempts that no worker holds: their last attempt was killed. Locked until the transaction ends. */
export const takeExhausted = (tx: Queryable, take: number): Promise<ExhaustedJob[]> =>
  tx.rows<ExhaustedJob>({
    name: 'jobs.take_exhausted',
    text: `select j.id::text, t.identifier as name, j.payload, j.attempts, j.max_attempts, j.last_error, j.created_at,
                  j.flags
           from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where not j.is_available and j.locked_at is null
           order by j.id limit $1 for update of j skip locked`,
    values: [take],
  });

const MOST_LOOKED_AT = 10 * MOST_COUNTED;
const LOCK_SPACE = 'proofmail.worker';
const SLOT_SPACE = 'proofmail.job_slot';

/** Takes the first of these slots that no process holds. A slot is held at most as long as the connection. */
export async function holdWorkerLock(db: Database, poolId: string): Promise<PoolClient> {
  const client = await db.pool.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1), hashtext($2))', [LOCK_SPACE, poolId]);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Takes the first of these slots that no process holds. They are held as long as the connection at most. */
export async function takeSlot(client: PoolClient, slots: readonly string[]): Promise<string | null> {
  const { rows } = await client.query<{ slot: string }>({
    name: 'jobs.take_slot',
    text: `select slot from unnest($2::text[]) as slot
           where pg_try_advisory_lock(hashtext($1), hashtext(slot)) limit 1`,
    values: [SLOT_SPACE, slots],
  });
  return rows[0]?.slot ?? null;
}

export async function freeSlot(client: PoolClient, slot: string): Promise<void> {
  await client.query({
    name: 'jobs.free_slot',
    text: 'select pg_advisory_unlock(hashtext($1), hashtext($2))',
    values: [SLOT_SPACE, slot],
  });
}

/** Gives back all that a worker pool has fetched. Jobs that it had not begun keep the try. */
export const unlockWorker = (db: Database, poolId: string, begun: readonly string[]): Promise<number> =>
  db.run({
    name: 'jobs.unlock_worker',
    text: `update graphile_worker._private_jobs
           set locked_at = null, locked_by = null,
               attempts = case when id = any($2::bigint[]) then attempts else greatest(0, attempts - 1) end
           where locked_by = $1`,
    values: [poolId, begun],
  });

/** Gives back what a worker pool has fetched and not begun, with its try, while its other jobs run on. */
export const unlockNotBegun = (db: Database, poolId: string, begun: readonly string[]): Promise<number> =>
  db.run({
    name: 'jobs.unlock_not_begun',
    text: `update graphile_worker._private_jobs
           set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1)
           where locked_by = $1 and id <> all($2::bigint[])`,
    values: [poolId, begun],
  });

/** Unlocks the jobs of pools whose lock is free. The age guards a pool that has its first job but not yet its lock. */
export const unlockDeadWorkers = (db: Database): Promise<number> =>
  db.run(sql`
    with holders as (
      select distinct locked_by from graphile_worker._private_jobs
      where locked_by is not null and locked_at < now() - interval '3 seconds'),
    dead as materialized (
      select locked_by from holders where pg_try_advisory_xact_lock(hashtext(${LOCK_SPACE}), hashtext(locked_by)))
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`);

/**
 * Jobs that are due, by name. Only the first ones of a long queue are looked at, so that the cost of looking is bounded;
 * they are the oldest.
 */
export const measureByName = (db: Queryable): Promise<(Backlog & { name: string })[]> =>
  db.rows(sql`
    select t.identifier as name, least(count(*), ${MOST_COUNTED})::int as waiting, min(j.run_at) as oldest_at
    from (select task_id, run_at from graphile_worker._private_jobs
          where is_available and run_at <= now() order by priority, run_at limit ${MOST_LOOKED_AT}) j
    join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier`);

export type JobsState = Backlog & { running: number; workers: number };

/** Jobs that are due, those that run, and the worker pools that live: each holds its lock. */
export const measureJobs = async (db: Queryable): Promise<JobsState> =>
  (await db.first<JobsState>(sql`
    select due.waiting, due.oldest_at,
           (select count(*)::int from graphile_worker._private_jobs where locked_at is not null) as running,
           (select count(*)::int from pg_locks
            where locktype = 'advisory' and granted and classid = (hashtext(${LOCK_SPACE})::bigint & 4294967295)::oid
              and database = (select oid from pg_database where datname = current_database())) as workers
    from (select count(*)::int as waiting, min(run_at) as oldest_at
          from (select run_at from graphile_worker._private_jobs
                where is_available and run_at <= now() order by priority, run_at limit ${MOST_COUNTED}) j) due`))!;
