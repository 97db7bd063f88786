import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { failErasure, runErasure } from './erase.ts';

const TRIES = 12;

/** Erases what a request is about. A second run goes on behind the last step that was committed. */
export const eraseJob = defineJob({
  name: 'privacy.erase',
  payload: z.object({ erasure_id: z.string() }),
  tries: TRIES,
  async run(context, { erasure_id }) {
    try {
      return await runErasure(context, erasure_id);
    } catch (error) {
      context.services.log.error(
        { err: error, erasure_id, attempt: context.attempt },
        'an erasure step failed',
      );
      if (context.attempt < TRIES) throw error;
      await failErasure(context.services, erasure_id, String(error).slice(0, 500));
      return undefined;
    }
  },
});
