import type { z } from 'zod';
import type { Services } from '#kernel/services.ts';

export type JobContext = { services: Services; attempt: number; signal: AbortSignal };

/**
 * Work that is done later, at least once: a handler may run twice and may be killed anywhere, and says in its comment
 * where the second run stops. It returns a time to be called again with the same payload, or nothing when it is done.
 */
export type Job<P extends z.ZodType = z.ZodType> = Readonly<{
  /** `room.verb`, unique. */
  name: string;
  payload: P;
  /** Tries in all, with exponential back-off between them; after the last the job is dead. */
  tries: number;
  /** Cron schedule (UTC) for jobs that run on their own; they take an empty payload. */
  schedule?: string;
  run(context: JobContext, payload: z.output<P>): Promise<Date | undefined>;
}>;

// biome-ignore lint/suspicious/noExplicitAny: the payloads of all jobs have no narrower common supertype
export type AnyJob = Job<any>;

export const defineJob = <P extends z.ZodType>(job: Job<P>): Job<P> => job;
