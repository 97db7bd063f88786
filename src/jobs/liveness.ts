import { type Database, sql } from '#kernel/database.ts';
import type { Logger } from '#kernel/log.ts';

const CHECK_EVERY = 5_000;
const LOCK_SPACE = 'proofmail.worker';

/**
 * Gives back the jobs of workers that died. Each worker pool holds a session lock for as long as its process lives;
 * a pool whose lock is free is dead, and what it had taken is unlocked within seconds (graphile-worker alone would
 * wait four hours). The lock is on a connection of its own, which Postgres drops with the process.
 */
export async function keepAlive(db: Database, poolId: string, log: Logger): Promise<{ close(): void }> {
  const client = await db.pool.connect();
  await client.query('select pg_advisory_lock(hashtext($1), hashtext($2))', [LOCK_SPACE, poolId]);
  const check = () =>
    unlockDead(db).catch((error) => log.warn({ err: error }, 'jobs of dead workers were not given back'));
  const timer = setInterval(check, CHECK_EVERY).unref();
  await check();
  return {
    close: () => {
      clearInterval(timer);
      // Destroyed rather than returned to the pool: the session and its lock must end.
      client.release(true);
    },
  };
}

/** The age guards a pool that has taken its first job but not yet its lock. */
const unlockDead = (db: Database): Promise<number> =>
  db.run(sql`
    with holders as (
      select distinct locked_by from graphile_worker._private_jobs
      where locked_by is not null and locked_at < now() - interval '3 seconds'),
    dead as materialized (
      select locked_by from holders where pg_try_advisory_xact_lock(hashtext(${LOCK_SPACE}), hashtext(locked_by)))
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`);
