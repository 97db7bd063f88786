import type { AnyJob } from '#jobs/index.ts';
import { jobs as sendingJobs } from '#sending/index.ts';

/** Every job of the product. What stands here is run by the worker. */
export const jobs: readonly AnyJob[] = [...sendingJobs];
