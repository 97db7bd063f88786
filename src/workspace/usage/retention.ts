import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { sqlState } from '#kernel/data/database.ts';
import { LOCK_NOT_AVAILABLE } from '#kernel/data/weekly-parts.ts';
import { dropMonths, makeMonths } from './retention-repository.ts';

/**
 * Creates the missing months of `usage_days`, and drops months in which every day is older than PM_USAGE_DAYS. Without
 * that variable, usage is kept forever. A second run finds nothing to do.
 */
export const usageRetention: RetentionStep = {
  name: 'usage_days',
  async run({ services: { db, clock, config, log } }) {
    const now = clock.now();
    await makeMonths(db, now);
    const { usageDays } = config;
    if (usageDays === null) return 0;
    try {
      return await db.transaction((tx) => dropMonths(tx, after(now, -usageDays * DAY)));
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      log.warn(
        { err: error },
        'could not drop an old month of usage because it is in use; retrying tomorrow',
      );
      return 0;
    }
  },
};
