import { z } from 'zod';
import { SECOND } from '#kernel/base/clock.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';

/** `signal` is aborted when this process stops. `attempt` counts from 1. */
export type JobContext = { services: Services; attempt: number; signal: AbortSignal };

/**
 * Work that is done later, at least once. A handler may run twice and may be killed at any point; its comment says where a
 * second run stops. It returns the time at which to be called again with the same payload, or nothing when it is done.
 */
export type Job<P extends z.ZodType = z.ZodType> = Readonly<{
  /** `room.verb`, unique. */
  name: string;
  /**
   * Its field `tenant_id` names the tenant that the work belongs to, for the order of the queue, for `perTenant` and for
   * dead letters. Work of the deployment itself has none.
   */
  payload: P;
  /**
   * The total number of attempts; after the last one the job is a dead letter. A handler that returns a time starts
   * again with all attempts.
   */
  tries: number;
  /** Milliseconds to wait after the nth failed try, n from 1. Default: e^n seconds, at most six hours. */
  backOff?(failures: number): number;
  /** The maximum number of jobs of this name that one tenant runs at a time, in all processes together. */
  perTenant?: number;
  /**
   * The maximum number of jobs of this name in one process at a time; 8 by default. Raise it only for jobs that use little
   * memory.
   */
  atOnce?: number;
  /** Cron schedule (UTC) for jobs that run on their own; they take an empty payload. */
  schedule?: string;
  run(context: JobContext, payload: z.output<P>): Promise<Date | undefined>;
  /** Called in the transaction that writes the dead letter, after the last try has failed. `error` is one line or a few. */
  onDead?(tx: Transaction, payload: z.output<P>, error: string, now: Date): Promise<void>;
}>;

// biome-ignore lint/suspicious/noExplicitAny: the payloads of all jobs have no narrower common supertype
export type AnyJob = Job<any>;

/** The payload's field for the tenant; null for jobs that an old release enqueued without it. */
export const jobTenant = z.string().nullable().default(null);

/** The part of a job that is needed to enqueue it. */
export type JobDeclaration<P extends z.ZodType = z.ZodType> = Pick<Job<P>, 'name' | 'payload' | 'tries'>;

export const defineJob = <P extends z.ZodType>(job: Job<P>): Job<P> => job;

/**
 * For work that a lower room requests and a higher room does: the lower room declares the job, and the higher room defines
 * it with `...declaration`.
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
