import { setTimeout as delay } from 'node:timers/promises';
import {
  type ClientOptions,
  type EventPayload,
  type Inngest,
  NonRetriableError,
  RetryAfterError,
} from 'inngest';
import { SECOND } from '#kernel/base/clock.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { KeptPart, OpenPart } from '#kernel/threads/supervise.ts';
import { forgetFailure } from './dead-letter-repository.ts';
import { type AnyJob, backOffOf } from './define-job.ts';
import { type Dispatch, dispatcher } from './engine.ts';
import { tenantIn } from './enqueue.ts';
import { messageOf, recordFailures, type Try } from './failure.ts';
import {
  expectReport,
  forgetHandover,
  type NewHandover,
  rememberHandovers,
  retryHandovers,
  takeDueHandovers,
} from './handover-repository.ts';
import { refOf } from './liveness.ts';
import { putBack } from './repository.ts';
import { countRun, runMeasured } from './settle.ts';

// The Inngest engine: jobs are enqueued in Postgres like any other, in the transaction of their change. The worker
// submits them to Inngest, which calls their functions at /api/inngest. A step ends like an attempt in the embedded
// engine. A job is recorded until its run reports its end, and is submitted again if no report comes, because Inngest
// may have lost it.

const APP = 'proofmail';
const SENT_AT_ONCE = 100;
const SEND_TIMEOUT = 30 * SECOND;
/** Milliseconds until an event that Inngest did not accept is submitted again. */
const SEND_AGAIN = 5 * SECOND;
/** Milliseconds between two checks for jobs whose runs did not report. */
const CHECK_EVERY = SECOND;
/** Inngest retries a step 20 times at most. */
const MAX_RETRIES = 20;
/** A run has at most 1,000 steps; a job that is called more often continues in another run. */
const ROUNDS_PER_RUN = 100;

type Work = { ref: string; payload: unknown; tries: number; tenant_id: string | null; lane: string };

export function clientOptions({ config, log }: Services): ClientOptions {
  const { dev, eventKey, signingKey, signingKeyFallback, baseUrl, env } = config.inngest;
  const logger = log.child({ component: 'inngest' });
  return {
    id: APP,
    isDev: dev,
    // Each step is reported separately, because Inngest and not a buffer must make it durable.
    checkpointing: false,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(SEND_TIMEOUT) }),
    logger: logger as unknown as NonNullable<ClientOptions['logger']>,
    ...(eventKey !== null && { eventKey }),
    ...(signingKey !== null && { signingKey }),
    ...(signingKeyFallback !== null && { signingKeyFallback }),
    ...(baseUrl !== null && { baseUrl }),
    ...(env !== null && { env }),
  };
}

const eventName = (job: { name: string }): string => `${APP}/${job.name}`;

/** Submits each job to Inngest as an event. Its id stays the same if it is submitted twice. */
export async function startForwarding(
  services: Services,
  jobs: readonly AnyJob[],
  client: Inngest,
): Promise<KeptPart> {
  const send = createBatcher(async (events: EventPayload[]) => {
    await client.send(events as Parameters<Inngest['send']>[0]);
    return events.map(() => undefined);
  }, SENT_AT_ONCE);
  const { db, log, supervisor } = services;
  const remember = createBatcher(async (handovers: NewHandover[]) => {
    await rememberHandovers(db, handovers);
    return handovers.map(() => undefined);
  }, SENT_AT_ONCE);
  const dispatch: Dispatch = {
    schedules: false,
    runnerFor:
      () =>
      async (job, payload, { job: row }) => {
        const ref = refOf(row);
        const tenant_id = tenantIn(payload);
        const data: Work = { ref, payload, tries: row.max_attempts, tenant_id, lane: tenant_id ?? ref };
        await remember({ ref, job: job.name, tenant_id, work: data });
        try {
          await send({ id: ref, name: eventName(job), data });
        } catch (error) {
          log.warn(
            { err: error, job: job.name, ref },
            'Inngest did not accept a job; it is queued and will be sent again',
          );
          await forgetHandover(db, ref);
          // A failed submission does not count as a try of the job.
          await putBack(db, row, ref, { wait: SEND_AGAIN * (0.5 + Math.random()) }, 0);
        }
      },
  };
  const parts = [
    await supervisor.start('jobs', dispatcher(services, jobs, dispatch)),
    await supervisor.start('job_handovers', repeatHandovers(services, send)),
  ];
  return {
    close: async () => {
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}

/** A part that submits jobs again whose runs did not report. */
function repeatHandovers({ db, log }: Services, send: (event: EventPayload) => Promise<void>): OpenPart {
  return ({ working, failing }) => {
    const closing = new AbortController();
    const repeatDue = async (): Promise<void> => {
      const due = await takeDueHandovers(db, SENT_AT_ONCE);
      if (due.length === 0) return;
      log.warn({ jobs: due.length }, 'Inngest did not report the outcome of these jobs; sending them again');
      const sent = due.map(({ ref, job, work }) =>
        send({ id: ref, name: eventName({ name: job }), data: work as Work }),
      );
      const failed = (await Promise.allSettled(sent)).flatMap(({ status }, index) =>
        status === 'rejected' ? due[index]!.ref : [],
      );
      if (failed.length > 0) await retryHandovers(db, failed, SEND_AGAIN);
    };
    const run = async (): Promise<void> => {
      while (!closing.signal.aborted) {
        await repeatDue().then(working, failing);
        await delay(CHECK_EVERY, undefined, { signal: closing.signal }).catch(() => {});
      }
    };
    const running = run();
    return {
      close: () => {
        closing.abort();
        return running;
      },
    };
  };
}

/** The Inngest function of a job, with its tries, back-off, concurrency per tenant, schedule and dead letter. */
export const functionOf = (client: Inngest, services: Services, job: AnyJob) =>
  client.createFunction(
    {
      id: job.name.replaceAll(/[^a-z0-9]+/g, '-'),
      name: job.name,
      triggers: [{ event: eventName(job) }, ...(job.schedule ? [{ cron: `TZ=UTC ${job.schedule}` }] : [])],
      retries: retriesOf(job),
      ...(job.perTenant && { concurrency: { key: 'event.data.lane', limit: job.perTenant } }),
      // Catches failures that no step could report: the process was killed, or Inngest gave up.
      onFailure: ({ event, error }) =>
        settleFailed(services, job, workOf(job, event.data.event, event.data.run_id), error),
    },
    async ({ event, step, attempt, runId }) => {
      const work = workOf(job, event, runId);
      for (let round = 1; round <= ROUNDS_PER_RUN; round += 1) {
        const again = await step.run(`run ${round}`, () => runStep(services, job, work, attempt + 1));
        if (again === null) return;
        await step.sleepUntil(`wait ${round}`, again);
      }
      await step.sendEvent('go on', { id: `${work.ref}+${runId}`, name: eventName(job), data: work });
    },
  );

type Retries = Exclude<Parameters<Inngest['createFunction']>[0]['retries'], undefined>;
const retriesOf = (job: AnyJob): Retries => Math.min(job.tries - 1, MAX_RETRIES) as Retries;

/** The payload of an event. The event of a schedule has none; the run names it. */
function workOf(job: AnyJob, { data }: { data?: Partial<Work> }, runId: string): Work {
  const { ref = runId, payload = {}, tries = job.tries, tenant_id = null, lane = ref } = data ?? {};
  return { ref, payload, tries, tenant_id, lane };
}

/**
 * Runs one try. @returns the time at which to be called again, or null
 *
 * @throws RetryAfterError with the job's back-off
 * @throws NonRetriableError if it was the last try, so the job is now a dead letter
 */
async function runStep(services: Services, job: AnyJob, work: Work, attempt: number): Promise<string | null> {
  try {
    const again = await runMeasured(services, job, { ...work, attempt }, new AbortController().signal);
    countRun(services, job, again ? 'again' : 'done');
    if (attempt > 1) await forgetFailure(services.db, work.ref);
    if (again) await expectReport(services.db, work.ref, again.getTime() - services.clock.now().getTime());
    else await forgetHandover(services.db, work.ref);
    return again?.toISOString() ?? null;
  } catch (error) {
    const isLast = attempt > retriesOf(job);
    const of: Try = { ref: work.ref, payload: work.payload, attempt, tries: job.tries };
    await services.db.transaction(async (tx) => {
      await recordFailures(tx, services, [{ job, of, error: messageOf(error), isLast }]);
      if (isLast) await forgetHandover(tx, work.ref);
      else await expectReport(tx, work.ref, backOffOf(job, attempt));
    });
    countRun(services, job, isLast ? 'dead' : 'failed');
    services.log.warn(
      { job: job.name, ref: work.ref, attempt, isLast, err: error },
      'a job failed in Inngest',
    );
    if (isLast) throw new NonRetriableError(messageOf(error));
    throw new RetryAfterError(messageOf(error), backOffOf(job, attempt));
  }
}

const settleFailed = async (services: Services, job: AnyJob, work: Work, error: unknown): Promise<void> => {
  const of: Try = { ref: work.ref, payload: work.payload, attempt: retriesOf(job) + 1, tries: job.tries };
  await services.db.transaction(async (tx) => {
    await recordFailures(tx, services, [{ job, of, error: messageOf(error), isLast: true }]);
    await forgetHandover(tx, work.ref);
  });
};
