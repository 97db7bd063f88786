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
import { forgetFailure } from './dead-letter-repository.ts';
import { type AnyJob, backOffOf } from './define-job.ts';
import { type Engine, startWorkers } from './engine.ts';
import { messageOf, recordFailures, type Try, tenantOf } from './failure.ts';
import { refOf } from './liveness.ts';
import { putBack } from './repository.ts';

// The Inngest engine: jobs are enqueued in Postgres as ever, in the transaction of their change; the worker only hands
// them on, and Inngest calls their functions at /api/inngest. A step ends as a try does in the embedded engine.

const APP = 'proofmail';
const SENT_AT_ONCE = 100;
const SEND_TIMEOUT = 30 * SECOND;
/** When Inngest does not take events, they wait here. */
const SEND_AGAIN = 5 * SECOND;
/** Inngest retries a step 20 times at most. */
const MAX_RETRIES = 20;
/** A run has at most 1,000 steps; a job that is called more often goes on in another run. */
const ROUNDS_PER_RUN = 100;

type Work = { ref: string; payload: unknown; tries: number; tenant_id: string | null; lane: string };

export function clientOptions({ config, log }: Services): ClientOptions {
  const { dev, eventKey, signingKey, signingKeyFallback, baseUrl, env } = config.inngest;
  const logger = log.child({ component: 'inngest' });
  return {
    id: APP,
    isDev: dev,
    // Each step is answered for itself: what is durable is Inngest's to say, not a buffer's.
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

const eventName = (job: AnyJob): string => `${APP}/${job.name}`;

/** Hands each job to Inngest as an event, under an id that is the same when it is handed on twice. */
export function startForwarding(
  services: Services,
  jobs: readonly AnyJob[],
  client: Inngest,
): Promise<Engine> {
  const send = createBatcher(async (events: EventPayload[]) => {
    await client.send(events as Parameters<Inngest['send']>[0]);
    return events.map(() => undefined);
  }, SENT_AT_ONCE);
  return startWorkers(services, jobs, {
    schedules: false,
    run: async (job, payload, { job: row }) => {
      const ref = refOf(row);
      const tenant_id = tenantOf(job, payload);
      const data: Work = { ref, payload, tries: row.max_attempts, tenant_id, lane: tenant_id ?? ref };
      try {
        await send({ id: ref, name: eventName(job), data });
      } catch (error) {
        services.log.warn({ err: error, job: job.name, ref }, 'Inngest did not take a job, it waits here');
        // Handing on is no try of the job.
        await putBack(services.db, row, ref, { wait: SEND_AGAIN * (0.5 + Math.random()) }, 0);
      }
    },
  });
}

/** A job as an Inngest function: its tries, back-off and concurrency per tenant, its schedule, its dead letter. */
export const functionOf = (client: Inngest, services: Services, job: AnyJob) =>
  client.createFunction(
    {
      id: job.name.replaceAll(/[^a-z0-9]+/g, '-'),
      name: job.name,
      triggers: [{ event: eventName(job) }, ...(job.schedule ? [{ cron: `TZ=UTC ${job.schedule}` }] : [])],
      retries: retriesOf(job),
      ...(job.perTenant && { concurrency: { key: 'event.data.lane', limit: job.perTenant } }),
      // The net for what no step could say: the process was killed, or Inngest gave up.
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

/** What an event carries. One of a schedule carries nothing; the run names it. */
function workOf(job: AnyJob, { data }: { data?: Partial<Work> }, runId: string): Work {
  const { ref = runId, payload = {}, tries = job.tries, tenant_id = null, lane = ref } = data ?? {};
  return { ref, payload, tries, tenant_id, lane };
}

/**
 * One try. Returns when to be called again, or null.
 *
 * @throws RetryAfterError with the job's back-off
 * @throws NonRetriableError when it was the last, and is a dead letter now
 */
async function runStep(services: Services, job: AnyJob, work: Work, attempt: number): Promise<string | null> {
  try {
    const payload = job.payload.parse(work.payload);
    const again = await job.run({ services, attempt, signal: new AbortController().signal }, payload);
    if (attempt > 1) await forgetFailure(services.db, work.ref);
    return again?.toISOString() ?? null;
  } catch (error) {
    const isLast = attempt > retriesOf(job);
    const of: Try = { ref: work.ref, payload: work.payload, attempt, tries: job.tries };
    await services.db.transaction((tx) =>
      recordFailures(tx, services, [{ job, of, error: messageOf(error), isLast }]),
    );
    services.log.warn({ job: job.name, ref: work.ref, attempt, isLast, err: error }, 'a job failed');
    if (isLast) throw new NonRetriableError(messageOf(error));
    throw new RetryAfterError(messageOf(error), backOffOf(job, attempt));
  }
}

const settleFailed = async (services: Services, job: AnyJob, work: Work, error: unknown): Promise<void> => {
  const of: Try = { ref: work.ref, payload: work.payload, attempt: retriesOf(job) + 1, tries: job.tries };
  await services.db.transaction((tx) =>
    recordFailures(tx, services, [{ job, of, error: messageOf(error), isLast: true }]),
  );
};
