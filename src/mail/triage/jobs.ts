import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { runTriage } from './run.ts';

/** The last comes about half a minute after the first. */
const TRIES = 4;

/**
 * Triages messages. A second run stops at those that are not pending any more; of skipped ones it writes the same risk
 * flags again.
 */
export const triageMessages = defineJob({
  name: 'triage.run',
  payload: z.object({ message_ids: z.array(z.string()) }),
  tries: TRIES,
  run: ({ services, attempt, signal }, { message_ids }) =>
    runTriage(services, message_ids, { isLastTry: attempt >= TRIES, signal }),
});

export const jobs = [triageMessages] as const;
