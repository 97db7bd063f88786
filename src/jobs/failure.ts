import { newId } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { takeCause } from './cause.ts';
import { type Failure, writeFailures } from './dead-letter-repository.ts';
import { type AnyJob, queueOf } from './define-job.ts';
import { tenantIn } from './enqueue.ts';

const MAX_ERROR = 2_000;

/** One try of a job. `ref` identifies the job; it is the same for each of its tries and in both engines. */
export type Try = { ref: string; payload: unknown; attempt: number; tries: number };

/** The text of an error for a text column: shortened, well-formed, without NUL. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error))
    .slice(0, MAX_ERROR)
    .toWellFormed()
    .replaceAll('\0', '\ufffd');

/**
 * Records failed tries, in the transaction that puts their jobs back or ends them. Jobs without another try become dead
 * letters. A second run changes nothing.
 */
export async function recordFailures(
  tx: Transaction,
  { clock }: Pick<Services, 'clock'>,
  failed: readonly { job: AnyJob | { name: string }; of: Try; error: string; isLast: boolean }[],
): Promise<void> {
  if (failed.length === 0) return;
  const failures = failed.map(
    ({ job, of, error, isLast }): Failure => ({
      id: newId('deadLetter'),
      ref: of.ref,
      queue: queueOf(job.name),
      job: job.name,
      tenant_id: tenantIn(of.payload),
      payload: takeCause(of.payload).payload,
      tries: of.tries,
      error,
      attempts: of.attempt,
      status: isLast ? 'open' : 'failing',
    }),
  );
  const now = clock.now();
  const dead = new Set(await writeFailures(tx, failures, now));
  for (const { job, of, error } of failed) {
    if (dead.has(of.ref) && 'run' in job && job.onDead) await tellDead(tx, job, of.payload, error, now);
  }
}

async function tellDead(tx: Transaction, job: AnyJob, raw: unknown, error: string, now: Date): Promise<void> {
  const payload = job.payload.safeParse(takeCause(raw).payload);
  if (payload.success) await job.onDead!(tx, payload.data, error, now);
}
