import { defineJob } from '#jobs/index.ts';
import { triageJob } from './request.ts';
import { runTriage } from './run.ts';

/**
 * Triages messages. A second run stops at those that are not pending any more; of skipped ones it writes the same risk
 * flags again.
 */
export const triageMessages = defineJob({
  ...triageJob,
  run: ({ services, attempt, signal }, { message_ids }) =>
    runTriage(services, message_ids, { isLastTry: attempt >= triageJob.tries, signal }),
});

export const jobs = [triageMessages] as const;
