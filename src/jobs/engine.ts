import { EventEmitter } from 'node:events';
import {
  Logger as GraphileLogger,
  type JobHelpers,
  parseCronItems,
  run,
  type TaskList,
} from 'graphile-worker';
import type { Logger } from '#kernel/log.ts';
import type { Services } from '#kernel/services.ts';
import type { AnyJob } from './define-job.ts';
import { enqueue } from './enqueue.ts';
import { keepAlive } from './liveness.ts';

const CONCURRENT_JOBS = 8;
const POLL_INTERVAL = 1_000;
/** Jobs that are taken with one statement, to be run here one after the other. */
const TAKEN_AT_ONCE = 32;
/** Milliseconds in which jobs that are done are reported with one statement. */
const REPORT_WITHIN = 5;

/** Runs the jobs in this process, on Postgres (graphile-worker). Woken by NOTIFY; polling is only the net. */
export async function startEngine(
  services: Services,
  jobs: readonly AnyJob[],
): Promise<{ close(): Promise<void> }> {
  const events = new EventEmitter();
  const poolId = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => resolve(workerPool.id));
  });
  const runner = await run({
    preset: {
      worker: { localQueue: { size: TAKEN_AT_ONCE }, completeJobBatchDelay: REPORT_WITHIN },
    },
    pgPool: services.db.pool,
    concurrency: CONCURRENT_JOBS,
    pollInterval: POLL_INTERVAL,
    noHandleSignals: true,
    taskList: taskListOf(services, jobs),
    parsedCronItems: parseCronItems(cronItemsOf(jobs)),
    logger: graphileLogger(services.log),
    events,
  });
  const alive = await keepAlive(services.db, await poolId, services.log);
  return {
    close: async () => {
      await runner.stop();
      alive.close();
    },
  };
}

const taskListOf = (services: Services, jobs: readonly AnyJob[]): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [job.name, (payload, helpers) => runJob(services, job, payload, helpers)]),
  );

async function runJob(
  services: Services,
  job: AnyJob,
  rawPayload: unknown,
  helpers: JobHelpers,
): Promise<void> {
  const payload = job.payload.parse(job.schedule ? {} : rawPayload);
  const again = await job.run(
    { services, attempt: helpers.job.attempts, signal: helpers.abortSignal },
    payload,
  );
  if (!again) return;
  // The key makes the second run of a killed handler replace its first successor instead of adding another.
  await enqueue(services.db, job, payload, { runAt: again, key: `again/${helpers.job.id}` });
}

const cronItemsOf = (jobs: readonly AnyJob[]) =>
  jobs
    .filter((job) => job.schedule !== undefined)
    .map((job) => ({
      task: job.name,
      match: job.schedule!,
      options: { maxAttempts: job.tries, backfillPeriod: 0 },
    }));

const graphileLogger = (log: Logger): GraphileLogger =>
  new GraphileLogger((scope) => (level, message, meta) => {
    const line = { worker: scope.workerId, task: scope.taskIdentifier, job: scope.jobId, err: meta?.error };
    if (level === 'error') log.error(line, message);
    else if (level === 'warning') log.warn(line, message);
    else log.debug(line, message);
  });
