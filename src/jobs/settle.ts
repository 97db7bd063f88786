import type { JobHelpers } from 'graphile-worker';
import { SECOND } from '#kernel/base/clock.ts';
import { secondsSince } from '#kernel/base/metrics.ts';
import { traced } from '#kernel/base/tracing.ts';
import type { LabelsOf } from '#kernel/catalogue/metrics.ts';
import { isInterruption } from '#kernel/operation/failure.ts';
import type { Services } from '#kernel/operation/services.ts';
import { takeCause } from './cause.ts';
import { forgetFailure } from './dead-letter-repository.ts';
import { type AnyJob, backOffOf } from './define-job.ts';
import { tenantIn } from './enqueue.ts';
import { messageOf, recordFailures, type Try } from './failure.ts';
import { refOf } from './liveness.ts';
import { deleteJobs, putBack } from './repository.ts';
import type { TenantSlots } from './slots.ts';

const AFTER_INTERRUPTION = SECOND;

type Taken = { rawPayload: unknown; helpers: JobHelpers; slots: TenantSlots };

/**
 * Runs one attempt and then moves the job: it is deleted, waits for its next attempt or for the time that the handler
 * named, or becomes a dead letter. Each of these is one transaction; if the process is killed before it, the job is
 * returned and runs again.
 */
export async function settleTry(services: Services, job: AnyJob, taken: Taken): Promise<void> {
  const { helpers, rawPayload, slots } = taken;
  const row = helpers.job;
  const of: Try = { ref: refOf(row), payload: rawPayload, attempt: row.attempts, tries: row.max_attempts };
  const slot = await takeSlot(job, rawPayload, slots);
  if (slot && 'wait' in slot) {
    countRun(services, job, 'put_off');
    await putBack(services.db, row, of.ref, slot, row.attempts - 1);
    return;
  }
  const outcome = await runTry(services, job, of, helpers).finally(() => slot?.release());
  countRun(services, job, runOutcomeOf(outcome, of));
  if ('error' in outcome) {
    if (!isInterruption(outcome.error)) return settleFailure(services, job, of, row, outcome.error);
    // The interruption is not the job's fault, so it keeps its try.
    const wait = AFTER_INTERRUPTION * (0.5 + Math.random());
    await putBack(services.db, row, of.ref, { wait }, row.attempts - 1);
    return;
  }
  if (!outcome.again && row.attempts === 1) return;
  await services.db.transaction(async (tx) => {
    if (outcome.again) await putBack(tx, row, of.ref, { runAt: outcome.again }, 0);
    if (row.attempts > 1) await forgetFailure(tx, of.ref);
  });
}

async function takeSlot(job: AnyJob, rawPayload: unknown, slots: TenantSlots) {
  if (job.perTenant === undefined) return null;
  const tenantId = tenantIn(rawPayload);
  return tenantId === null ? null : slots.take(`${job.name}/${tenantId}`, job.perTenant);
}

type Outcome = { again: Date | undefined } | { error: unknown };

async function runTry(services: Services, job: AnyJob, of: Try, helpers: JobHelpers): Promise<Outcome> {
  try {
    return { again: await runMeasured(services, job, of, helpers.abortSignal) };
  } catch (error) {
    return { error };
  }
}

/** Runs a handler once, timed and traced, for both engines. @throws what the handler throws */
export async function runMeasured(
  services: Services,
  job: AnyJob,
  { ref, payload: raw, attempt }: Pick<Try, 'ref' | 'payload' | 'attempt'>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const begun = performance.now();
  const { cause, payload } = takeCause(raw);
  const attributes = { 'proofmail.job': job.name, 'proofmail.ref': ref, 'proofmail.attempt': attempt };
  try {
    return await traced(`job ${job.name}`, { kind: 'consumer', attributes, parent: cause }, async () =>
      job.run({ services, attempt, signal }, job.payload.parse(payload)),
    );
  } finally {
    services.metrics.observe('proofmail_job_duration_seconds', { job: job.name }, secondsSince(begun));
  }
}

type RunOutcome = LabelsOf<'proofmail_job_runs_total'>['outcome'];

export const countRun = ({ metrics }: Pick<Services, 'metrics'>, { name }: AnyJob, outcome: RunOutcome) =>
  metrics.count('proofmail_job_runs_total', { job: name, outcome });

function runOutcomeOf(outcome: Outcome, { attempt, tries }: Try): RunOutcome {
  if (!('error' in outcome)) return outcome.again ? 'again' : 'done';
  if (isInterruption(outcome.error)) return 'put_off';
  return attempt >= tries ? 'dead' : 'failed';
}

async function settleFailure(
  services: Services,
  job: AnyJob,
  of: Try,
  row: JobHelpers['job'],
  error: unknown,
): Promise<void> {
  const isLast = of.attempt >= of.tries;
  await services.db.transaction(async (tx) => {
    await recordFailures(tx, services, [{ job, of, error: messageOf(error), isLast }]);
    if (isLast) await deleteJobs(tx, [row.id]);
    else await putBack(tx, row, of.ref, { wait: backOffOf(job, of.attempt) });
  });
  const line = { job: job.name, ref: of.ref, attempt: of.attempt, tries: of.tries, err: error };
  if (isLast) services.log.error(line, 'a job failed at its last attempt and became a dead letter');
  else services.log.warn(line, 'a job failed; it will be retried');
}
