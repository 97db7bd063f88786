import type { PoolClient } from 'pg';
import { type Backlog, MOST_COUNTED } from '#kernel/base/backlog.ts';
import { type Database, type Queryable, sql } from '#kernel/data/database.ts';
import { withCause } from './cause.ts';

export type EnqueueOptions = {
  /** The earliest time at which the job runs. */
  runAt?: Date;
  /** At most one waiting job has this key: a later call replaces an earlier one that has not started. */
  key?: string;
};

export type NewJob = EnqueueOptions & { name: string; payload: unknown; tries: number };

/** A recent count of a tenant's due jobs. Without one, the statement counts them. */
export type Counted = { tenant: string; waiting: number };

/** The number of a tenant's jobs that may wait without any consequence: about as many as a process runs at a time. */
const UNCROWDED = 40;
/** The limit of counting, which bounds the cost of counting a long queue. */
export const MOST_WAITING = 10_240;
/** The suffix of a job's name in the queue if its tenant has many waiting jobs, for which there are separate workers. */
export const CROWDED = ' crowded';
const nameOf = `split_part(t.identifier, ' ', 1)`;

/**
 * Adds jobs with one statement, in an order that is fair to tenants: a job comes after those of tenants that have fewer due
 * jobs, in steps that double (priority 0 below 40, 1 below 80, …). So a long queue delays its owner's jobs and hardly any
 * others. Beyond the first step, jobs are `CROWDED`. The payload's `tenant_id` names the tenant; jobs without one come
 * first. A job with a time is placed among those that are due by then.
 *
 * Jobs are passed as JSON, because a statement with array parameters is planned again for every length. (How the functions
 * themselves are planned is set where they are created, `src/server/postgres/job-schema.ts`.)
 * @returns the counts of due jobs that the statement made
 */
export const addJobs = async (
  db: Queryable,
  jobs: readonly NewJob[],
  counted: readonly Counted[] = [],
): Promise<Counted[]> => {
  if (jobs.length === 0) return [];
  const specs = jobs.map(({ name, payload, tries, runAt, key }) => ({
    name,
    payload: withCause(payload),
    tries,
    run_at: runAt,
    key,
  }));
  return db.rows<Counted>({
    name: 'jobs.add',
    text: `with spec as (
             select s.*, s.payload ->> 'tenant_id' as tenant, ordinality as at,
                    row_number() over (partition by s.payload ->> 'tenant_id', s.run_at order by ordinality) - 1 as before
             from rows from (json_to_recordset($1::json)
               as (name text, payload json, run_at timestamptz, tries smallint, key text)) with ordinality
               as s (name, payload, run_at, tries, key, ordinality)),
           queue as materialized (
             select q.tenant, q.run_at,
                    coalesce(k.waiting, graphile_worker.waiting_of_tenant(q.tenant, q.run_at, ${MOST_WAITING})) as waiting,
                    k.waiting is null and q.run_at is null as is_news
             from (select distinct tenant, run_at from spec where tenant is not null) q
             left join json_to_recordset($2::json) as k (tenant text, waiting int)
               on k.tenant = q.tenant and q.run_at is null),
           placed as (
             select s.*, coalesce(q.waiting + s.before, 0) as waiting
             from spec s left join queue q on q.tenant = s.tenant and q.run_at is not distinct from s.run_at),
           added as materialized (
             select from graphile_worker.add_jobs(array(
               select row(case when waiting < ${UNCROWDED} then name else name || '${CROWDED}' end, payload, null, run_at, tries, key,
                          case when waiting < ${UNCROWDED} then 0 else 1 + floor(log(2, waiting / ${UNCROWDED}.0)) end,
                          null)::graphile_worker.job_spec
               from placed order by at)))
           select q.tenant, q.waiting from queue q, (select count(*) from added) a where q.is_news`,
    values: [JSON.stringify(specs), JSON.stringify(counted)],
  });
};

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

/** Jobs without attempts left that no worker holds, because their last attempt was killed. Locks them until the commit. */
export const takeExhausted = (tx: Queryable, take: number): Promise<ExhaustedJob[]> =>
  tx.rows<ExhaustedJob>({
    name: 'jobs.take_exhausted',
    text: `select j.id::text, ${nameOf} as name, j.payload, j.attempts, j.max_attempts, j.last_error, j.created_at,
                  j.flags
           from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where not j.is_available and j.locked_at is null
           order by j.id limit $1 for update of j skip locked`,
    values: [take],
  });

const MOST_LOOKED_AT = 10 * MOST_COUNTED;
const LOCK_SPACE = 'proofmail.worker';
const SLOT_SPACE = 'proofmail.job_slot';

/** Opens the session whose locks prove that all worker pools of a process are alive. */
export async function holdWorkerLocks(db: Database, poolIds: readonly string[]): Promise<PoolClient> {
  const client = await db.pool.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1), hashtext(id)) from unnest($2::text[]) as id', [
      LOCK_SPACE,
      poolIds,
    ]);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Takes the first of these slots that no process holds. It is freed with the connection at the latest. */
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

/**
 * Moves jobs to the front that have waited for too long in the fair order. So tenants that keep all workers busy without a
 * long queue of their own can delay a long queue, but not stop it.
 */
export const bringForward = (db: Database, minutes: number, take: number): Promise<number> =>
  db.run({
    name: 'jobs.bring_forward',
    text: `update graphile_worker._private_jobs set priority = 0 where id = any(array(
             select id from graphile_worker._private_jobs
             where is_available and priority > 0 and run_at < now() - make_interval(mins => $1)
             order by priority, run_at limit $2 for update skip locked))`,
    values: [minutes, take],
  });

/** Jobs of a tenant that are due, without those of some names, counted up to a limit. */
export const countWaiting = async (
  db: Queryable,
  tenantId: string,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<number> =>
  (await db.first<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select from graphile_worker._private_jobs
      where is_available and payload ->> 'tenant_id' = ${tenantId} and run_at <= now()
        and task_id <> all(array(
          select id from graphile_worker._private_tasks where split_part(identifier, ' ', 1) = any(${without}::text[])))
      limit ${limit}) j`))!.waiting;

/** Returns all jobs that worker pools have fetched. Jobs that had not begun keep the try. */
export const unlockWorker = (
  db: Database,
  poolIds: readonly string[],
  begun: readonly string[],
): Promise<number> =>
  db.run({
    name: 'jobs.unlock_worker',
    text: `update graphile_worker._private_jobs
           set locked_at = null, locked_by = null,
               attempts = case when id = any($2::bigint[]) then attempts else greatest(0, attempts - 1) end
           where locked_by = any($1::text[])`,
    values: [poolIds, begun],
  });

/** Returns jobs that worker pools have fetched but not begun, with their try, while the other jobs continue. */
export const unlockNotBegun = (
  db: Database,
  poolIds: readonly string[],
  begun: readonly string[],
): Promise<number> =>
  db.run({
    name: 'jobs.unlock_not_begun',
    text: `update graphile_worker._private_jobs
           set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1)
           where locked_by = any($1::text[]) and id <> all($2::bigint[])`,
    values: [poolIds, begun],
  });

/** Unlocks the jobs of pools whose lock is free. The minimum age protects a pool that does not have its lock yet. */
export const unlockDeadWorkers = (db: Database): Promise<number> =>
  db.run(sql`
    with holders as (
      select distinct locked_by from graphile_worker._private_jobs
      where locked_by is not null and locked_at < now() - interval '3 seconds'),
    dead as materialized (
      select locked_by from holders where pg_try_advisory_xact_lock(hashtext(${LOCK_SPACE}), hashtext(locked_by)))
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`);

/**
 * The number of due jobs by name. Only the first, oldest jobs of a long queue are read, so that the cost is bounded.
 */
export const measureByName = (db: Queryable): Promise<(Backlog & { name: string })[]> =>
  db.rows(sql`
    select split_part(t.identifier, ' ', 1) as name, least(count(*), ${MOST_COUNTED})::int as waiting, min(j.run_at) as oldest_at
    from (select task_id, run_at from graphile_worker._private_jobs
          where is_available and run_at <= now() order by priority, run_at limit ${MOST_LOOKED_AT}) j
    join graphile_worker._private_tasks t on t.id = j.task_id
    group by 1`);

export type JobsState = Backlog & { running: number; workers: number };

/** The numbers of due jobs, running jobs, and live worker processes, each of which holds its locks in one session. */
export const measureJobs = async (db: Queryable): Promise<JobsState> =>
  (await db.first<JobsState>(sql`
    select due.waiting, due.oldest_at,
           (select count(*)::int from graphile_worker._private_jobs where locked_at is not null) as running,
           (select count(distinct pid)::int from pg_locks
            where locktype = 'advisory' and granted and classid = (hashtext(${LOCK_SPACE})::bigint & 4294967295)::oid
              and database = (select oid from pg_database where datname = current_database())) as workers
    from (select count(*)::int as waiting, min(run_at) as oldest_at
          from (select run_at from graphile_worker._private_jobs
                where is_available and run_at <= now() order by priority, run_at limit ${MOST_COUNTED}) j) due`))!;
