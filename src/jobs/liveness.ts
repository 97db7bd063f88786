import type { Database } from '#kernel/database.ts';
import type { Logger } from '#kernel/log.ts';
import { holdWorkerLock, unlockDeadWorkers } from './repository.ts';

const CHECK_EVERY = 5_000;

/**
 * Gives back the jobs of workers that died. Each worker pool holds a session lock for as long as its process lives;
 * a pool whose lock is free is dead, and what it had taken is unlocked within seconds (graphile-worker alone would
 * wait four hours). The lock is on a connection of its own, which Postgres drops with the process.
 */
export async function keepAlive(db: Database, poolId: string, log: Logger): Promise<{ close(): void }> {
  const client = await holdWorkerLock(db, poolId);
  const check = () =>
    unlockDeadWorkers(db).catch((error) =>
      log.warn({ err: error }, 'jobs of dead workers were not given back'),
    );
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
