import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { deleteRefusalsBefore } from './repository.ts';

/** How long a refusal can be looked up. */
export const REFUSAL_DAYS = 7;
const BATCH = 1_000;

/** Deletes old refusals, in batches. A second run continues. */
export const refusalRetention: RetentionStep = {
  name: 'smtp_refusals',
  async run({ services, signal }) {
    const before = after(services.clock.now(), -REFUSAL_DAYS * DAY);
    for (let done = 0; ; ) {
      const deleted = signal.aborted ? 0 : await deleteRefusalsBefore(services.db, before, BATCH);
      done += deleted;
      if (deleted < BATCH) return done;
    }
  },
};
