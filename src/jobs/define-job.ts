import { z } from 'zod';
import { SECOND } from '#kernel/base/clock.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';

/** `signal` is aborted when this process stops. `attempt` counts from 1. */
export type JobContext = { services: Services; attempt: number; signal: AbortSignal };

/**
 * Work that is done later, at least once: a handler may run twice and may be killed anywhere, and says in its comment
 * where the second run stops. It returns a time to be called again with the same payload, or nothing when it is done.
 */
export type Job<P extends z.ZodType = z.ZodType> = Readonly<{
  /** `room.verb`, unique. */
  name: string;
  /**
   * Its field `tenant_id` says whose work it is: for the order of the queue, for `perTenant` and for dead letters. Work of the
   * deployment itself has none.
   */
  payload: P;
  /**
   * The total number of attempts; after the last one the job is a dead letter. A handler that returns a time starts
   * again with all attempts.
   */
  tries: number;
  /** Milliseconds to wait after the nth failed try, n from 1. Default: e^n seconds, at most six hours. */
  backOff?(failures: number): number;
  /** How many jobs of this name one tenant runs at a time, in all processes together. */
  perTenant?: number;
  /** How many jobs of this name run at a time in one process; 8 unless said. More only for what uses little memory. */
  atOnce?: number;
  /** Cron schedule (UTC) for jobs that run on their own; they take an empty payload. */
  schedule?: string;
  run(context: JobContext, payload: z.output<P>): Promise<Date | undefined>;
  /** Written in the same step as the dead letter, when the last try has failed. `error` is one line or a few. */
  onDead?(tx: Transaction, payload: z.output<P>, error: string, now: Date): Promise<void>;
}>;

// biome-ignore lint/suspicious/noExplicitAny: the payloads of all jobs have no narrower common supertype
export type AnyJob = Job<any>;

/** The field of a payload that says whose work it is; null for jobs of releases that did not say so. */
export const jobTenant = z.string().nullable().default(null);

/** Enqueues a job that another room runs. */
export type JobDeclaration<P extends z.ZodType = z.ZodType> = Pick<Job<P>, 'name' | 'payload' | 'tries'>;

export const defineJob = <P extends z.ZodType>(job: Job<P>): Job<P> => job;

/**
 * For work that a lower room requests and a higher one does: declared below, and defined above with `...declaration`.
 */
export const declareJob = <P extends z.ZodType>(declaration: JobDeclaration<P>): JobDeclaration<P> =>
  declaration;

const AT_ONCE = 8;

export const atOnceOf = (job: AnyJob): number => job.atOnce ?? AT_ONCE;

const LONGEST_EXPONENT = 10;

/** Milliseconds from the nth failed try to the next. */
export const backOffOf = (job: AnyJob, failures: number): number =>
  job.backOff?.(failures) ?? Math.exp(Math.min(failures, LONGEST_EXPONENT)) * SECOND;

/** The room that a job belongs to: the first part of its name. Dead letters call it the queue. */
export const queueOf = (name: string): string => name.split('.', 1)[0]!;
