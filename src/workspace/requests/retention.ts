import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { deleteLogsBefore } from './repository.ts';

/** How long calls can be looked up. */
export const LOG_DAYS = 30;
const BATCH = 1_000;

/** Deletes old calls, in batches. A second run continues. */
export const requestLogRetention: RetentionStep = {
  name: 'request_log',
  async run({ services, signal }) {
    const before = after(services.clock.now(), -LOG_DAYS * DAY);
    for (let done = 0; ; ) {
      const deleted = signal.aborted ? 0 : await deleteLogsBefore(services.db, before, BATCH);
      done += deleted;
      if (deleted < BATCH) return done;
    }
  },
};
