import { EventEmitter } from 'node:events';
import {
  Logger as GraphileLogger,
  type JobHelpers,
  parseCronItems,
  run,
  type TaskList,
} from 'graphile-worker';
import { atMost } from '#kernel/base/at-most.ts';
import type { Logger } from '#kernel/base/log.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type AnyJob, atOnceOf } from './define-job.ts';
import { keepAlive, type Session } from './liveness.ts';
import { settleTry } from './settle.ts';
import { TenantSlots } from './slots.ts';

/** Of all names together; `atOnce` of a job says how many of one. */
export const CONCURRENT_JOBS = 48;
const POLL_INTERVAL = 1_000;
/** Jobs that are taken with one statement, to be run here one after the other. */
export const TAKEN_AT_ONCE = 48;
/** Milliseconds in which jobs that are done are reported with one statement. */
const REPORT_WITHIN = 20;

export type Engine = { close(): Promise<void> };

/** Runs the jobs in this process, on Postgres (graphile-worker). Woken by NOTIFY; polling is only the net. */
export async function startEngine(services: Services, jobs: readonly AnyJob[]): Promise<Engine> {
  const slots = Promise.withResolvers<TenantSlots>();
  return startWorkers(services, jobs, {
    schedules: true,
    ready: (session) => slots.resolve(new TenantSlots(session)),
    run: async (job, rawPayload, helpers) =>
      settleTry(services, job, { rawPayload, helpers, slots: await slots.promise }),
  });
}

type Running = {
  /** Whether jobs with a schedule are enqueued by this engine. */
  schedules: boolean;
  /** Called with the session that says that these workers live. */
  ready?(session: Session): void;
  run(job: AnyJob, rawPayload: unknown, helpers: JobHelpers): Promise<void>;
};

/** Takes jobs off the queue and hands them to `run`, which completes them by returning. */
export async function startWorkers(
  services: Services,
  jobs: readonly AnyJob[],
  running: Running,
): Promise<Engine> {
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
    taskList: taskListOf(jobs, running.run),
    parsedCronItems: parseCronItems(running.schedules ? cronItemsOf(jobs) : []),
    logger: graphileLogger(services.log),
    events,
  });
  const alive = await keepAlive(services, jobs, await poolId);
  running.ready?.(alive);
  return {
    close: async () => {
      await runner.stop();
      alive.close();
    },
  };
}

const taskListOf = (jobs: readonly AnyJob[], runJob: Running['run']): TaskList =>
  Object.fromEntries(
    jobs.map((job) => {
      const inTurn = atMost(atOnceOf(job));
      const task = (payload: unknown, helpers: JobHelpers) =>
        inTurn(() => runJob(job, job.schedule ? {} : payload, helpers));
      return [job.name, task];
    }),
  );

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
    // More jobs than connections is meant: a job holds none while it works.
    else if (meta?.concurrency !== undefined) log.debug(line, message);
    else if (level === 'warning') log.warn(line, message);
    else log.debug(line, message);
  });
