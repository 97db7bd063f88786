import { EventEmitter } from 'node:events';
import {
  Logger as GraphileLogger,
  type JobHelpers,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { atMostFor } from '#kernel/base/at-most.ts';
import { SECOND } from '#kernel/base/clock.ts';
import type { Logger } from '#kernel/base/log.ts';
import { openPool } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { KeptPart, OpenPart, PartMonitor } from '#kernel/threads/supervise.ts';
import { claimShortQueues, prepareConnection } from './claim-repository.ts';
import { type AnyJob, atOnceOf } from './define-job.ts';
import { tenantIn } from './enqueue.ts';
import { takeBackHandovers } from './handover-repository.ts';
import { Lane } from './lane.ts';
import { keepAlive, type Liveness, refOf, type Session } from './liveness.ts';
import { type Pace, paceOf } from './pace.ts';
import { addJobs, CROWDED, putBack, unlockNotBegun, unlockWorker } from './repository.ts';
import { countRun, settleTry } from './settle.ts';
import { TenantSlots } from './slots.ts';

/** Workers of one kind, a pool of graphile-worker. */
type Line = Readonly<{
  /** The suffix of its jobs' names in the queue. */
  suffix: string;
  /** The maximum number of jobs of all names together in one process; a job's own `atOnce` limits those of its name. */
  atOnce: number;
  /** The number of jobs that one statement fetches. */
  fetched: number;
}>;

/**
 * Jobs of tenants with long queues have separate workers. So they always make progress, and other tenants' jobs never wait
 * behind them, neither here nor in the queue.
 */
const shortQueues: Line = { suffix: '', atOnce: 48, fetched: 48 };
export const lines: readonly Line[] = [shortQueues, { suffix: CROWDED, atOnce: 24, fetched: 24 }];
/** The share of a name's places (`atOnce`) that long queues always have. */
const SHARE_OF_CROWDS = 1 / 5;
const POLL_INTERVAL = SECOND;
/** Milliseconds for which completed jobs are collected into one statement. */
const REPORT_WITHIN = 20;
/** One each to listen, fetch, complete, return and schedule, and two to fetch and complete for the second line. */
const CONNECTIONS = 7;
/** The longest time that a closing engine may take to report its last jobs. */
const LONGEST_FAREWELL = 3 * SECOND;

export type Engine = { close(): Promise<void> };

/** Runs a job that was fetched, and completes it by returning. */
export type RunJob = (job: AnyJob, rawPayload: unknown, helpers: JobHelpers) => Promise<void>;

export type Dispatch = {
  /** Whether jobs with a schedule are enqueued by this engine. */
  schedules: boolean;
  /** Creates the part that runs the jobs. Its argument is the session that proves that this engine lives. */
  runnerFor(session: Session): RunJob;
};

/**
 * A part that runs the jobs in this process, on Postgres (graphile-worker). NOTIFY wakes it, and it also polls.
 * It needs a supervisor: graphile-worker stops permanently after some errors, and after a broken connection it is
 * unknown which jobs the server had already handed over. The part then reports `failed`, and its successor gets those
 * jobs back.
 */
export function engine(services: Services, jobs: readonly AnyJob[]): OpenPart {
  return dispatcher(services, jobs, {
    schedules: true,
    runnerFor: (session) => {
      const slots = new TenantSlots(session);
      return (job, rawPayload, helpers) => settleTry(services, job, { rawPayload, helpers, slots });
    },
  });
}

/** The supervised engine. */
export async function startEngine(services: Services, jobs: readonly AnyJob[]): Promise<KeptPart> {
  await takeBack(services);
  return services.supervisor.start('jobs', engine(services, jobs));
}

const TAKEN_BACK_AT_ONCE = 100;

function payloadOf(work: unknown): { payload: unknown; tries: number } {
  const { payload, tries } = work as { payload: unknown; tries: number };
  return { payload, tries };
}

/** Enqueues jobs again that were handed to Inngest while it ran the jobs, and that it has not reported. */
async function takeBack({ db }: Services): Promise<void> {
  const takeSome = () =>
    db.transaction(async (tx) => {
      const taken = await takeBackHandovers(tx, TAKEN_BACK_AT_ONCE);
      await addJobs(
        tx,
        taken.map(({ job, work }) => ({ ...payloadOf(work), name: job })),
      );
      return taken.length;
    });
  while ((await takeSome()) === TAKEN_BACK_AT_ONCE);
}

/** A part that fetches jobs from the queue and passes them to a runner. */
export function dispatcher(services: Services, jobs: readonly AnyJob[], dispatch: Dispatch): OpenPart {
  // Shared by all openings, because jobs of the previous one may still run.
  const pace = paceOf(services);
  const lanes = new Map(jobs.flatMap((job) => lanesOf(job, pace)));
  return async (monitor) => {
    const opening = new EngineOpening(services, jobs, dispatch, { lanes, pace }, monitor);
    try {
      await opening.open();
    } catch (error) {
      await opening.close();
      throw error;
    }
    return opening;
  };
}

/** Long queues may use all free places while nobody else has work, and always have a few of their own. */
function lanesOf(job: AnyJob, pace: Pace): [string, Lane][] {
  const places = atOnceOf(job);
  const few = Math.ceil(places * SHARE_OF_CROWDS);
  const short = new Lane(() => places);
  const crowded = new Lane(() => (pace.othersWork() ? few : Math.max(few, places - short.running)));
  return [
    [job.name, short],
    [job.name + CROWDED, crowded],
  ];
}

type Order = { lanes: ReadonlyMap<string, Lane>; pace: Pace };

class EngineOpening implements Engine {
  readonly #services: Services;
  readonly #jobs: readonly AnyJob[];
  readonly #dispatch: Dispatch;
  readonly #order: Order;
  readonly #monitor: PartMonitor;
  readonly #pool: Pool;
  readonly #running = new Set<Promise<void>>();
  readonly #begun = new RecentJobs();
  readonly #runners: Runner[] = [];
  readonly #poolIds: string[] = [];
  #liveness: Liveness | null = null;
  #isClosing = false;

  constructor(
    services: Services,
    jobs: readonly AnyJob[],
    dispatch: Dispatch,
    order: Order,
    monitor: PartMonitor,
  ) {
    this.#services = services;
    this.#jobs = jobs;
    this.#dispatch = dispatch;
    this.#order = order;
    this.#monitor = monitor;
    const { connectionString } = services.db.pool.options;
    this.#pool = openPool(connectionString!, {
      max: CONNECTIONS,
      pipeline: false,
      onConnect: prepareConnection,
    });
    this.#pool.on('connect', (client) => {
      client.on('error', this.#fail);
      claimShortQueues(client, shortQueues.fetched);
    });
  }

  readonly #fail = (error: unknown): void => {
    if (!this.#isClosing) this.#monitor.failed(error);
  };

  async open(): Promise<void> {
    const runJob = Promise.withResolvers<RunJob>();
    for (const line of lines) await this.#openLine(line, runJob.promise);
    // Jobs that are fetched before this point wait for the runner.
    this.#liveness = await keepAlive(this.#services, this.#jobs, this.#poolIds);
    runJob.resolve(this.#dispatch.runnerFor(this.#liveness));
  }

  async #openLine(line: Line, runJob: Promise<RunJob>): Promise<void> {
    const events = new EventEmitter();
    const poolId = new Promise<string>((resolve) => {
      events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => resolve(workerPool.id));
    });
    events.on('pool:fatalError', ({ error }: { error: unknown }) => this.#fail(error));
    events.on('pool:gracefulShutdown', ({ message }: { message: string }) => this.#fail(new Error(message)));
    const hasSchedules = this.#dispatch.schedules && line.suffix === '';
    const runner = await run({
      preset: {
        worker: {
          localQueue: { size: line.fetched },
          completeJobBatchDelay: REPORT_WITHIN,
          // Without a batch, an error while a failure is reported would be an unhandled rejection.
          failJobBatchDelay: REPORT_WITHIN,
        },
      },
      pgPool: this.#pool,
      concurrency: line.atOnce,
      pollInterval: POLL_INTERVAL,
      noHandleSignals: true,
      taskList: this.#taskList(line, runJob),
      parsedCronItems: parseCronItems(hasSchedules ? cronItemsOf(this.#jobs) : []),
      logger: graphileLogger(this.#services.log),
      events,
    });
    const ended = () => this.#fail(new Error('The job engine ended.'));
    runner.promise.then(ended, this.#fail);
    this.#runners.push(runner);
    this.#poolIds.push(await poolId);
  }

  #taskList({ suffix }: Line, runJob: Promise<RunJob>): TaskList {
    const track = (work: Promise<void>): Promise<void> => {
      const tracked = work.finally(() => this.#running.delete(tracked));
      this.#running.add(tracked);
      return tracked;
    };
    const { lanes, pace } = this.#order;
    return Object.fromEntries(
      this.#jobs.map((job) => {
        const lane = lanes.get(job.name + suffix)!;
        const task = async (payload: unknown, helpers: JobHelpers) => {
          const runNow = await runJob;
          const tenant = tenantIn(payload);
          const run = () =>
            lane.run(
              tenant,
              () => track(this.#begin(helpers, () => runNow(job, job.schedule ? {} : payload, helpers))),
              (wait) => track(this.#sendAway(job, helpers, wait)),
            );
          if (suffix === CROWDED) return pace.inTurn(tenant, run, () => this.#isClosing);
          pace.note(tenant);
          return run();
        };
        return [job.name + suffix, task];
      }),
    );
  }

  /** Puts a job back into the queue. It has not begun, so it loses no try. */
  async #sendAway(job: AnyJob, { job: row }: JobHelpers, wait: number): Promise<void> {
    countRun(this.#services, job, 'put_off');
    await putBack(this.#services.db, row, refOf(row), { wait: this.#isClosing ? 0 : wait }, row.attempts - 1);
  }

  async #begin({ job: row }: JobHelpers, runJob: () => Promise<void>): Promise<void> {
    if (this.#isClosing) {
      // The next engine runs it. The job has not begun, so it loses no try.
      await putBack(this.#services.db, row, refOf(row), { wait: 0 }, row.attempts - 1);
      return;
    }
    this.#begun.add(String(row.id));
    await runJob();
  }

  /**
   * Stops fetching, immediately returns jobs that have not begun, and lets running jobs end. Then it returns jobs whose end
   * could not be reported, so that they soon run again, which handlers allow.
   */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const stopped = Promise.allSettled(this.#runners.map((runner) => runner.stop()));
    await this.#giveBack('what has not begun');
    await Promise.allSettled(this.#running);
    await atMostFor(LONGEST_FAREWELL, stopped);
    this.#liveness?.close();
    await this.#giveBack('all');
    await atMostFor(LONGEST_FAREWELL, this.#pool.end());
  }

  async #giveBack(which: 'what has not begun' | 'all'): Promise<void> {
    const { db, log } = this.#services;
    if (this.#poolIds.length === 0) return;
    const begun = this.#begun.recent();
    const given =
      which === 'all' ? unlockWorker(db, this.#poolIds, begun) : unlockNotBegun(db, this.#poolIds, begun);
    await given.catch((error) =>
      log.debug(
        { err: error },
        'could not release jobs when stopping; the next liveness check releases them',
      ),
    );
  }
}

const REMEMBERED = 10_000;

/** Ids of the jobs that began last: more than can be running or wait for their completion to be written. */
class RecentJobs {
  #current = new Set<string>();
  #before = new Set<string>();

  add(id: string): void {
    this.#current.add(id);
    if (this.#current.size < REMEMBERED) return;
    this.#before = this.#current;
    this.#current = new Set();
  }

  recent(): string[] {
    return [...this.#before, ...this.#current];
  }
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
    // graphile-worker warns about more jobs than connections, which is intended: a job holds no connection while it works.
    else if (meta?.concurrency !== undefined) log.debug(line, message);
    else if (level === 'warning') log.warn(line, message);
    else log.debug(line, message);
  });
