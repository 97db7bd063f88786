import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { sqlState } from '#kernel/data/database.ts';
import { LOCK_NOT_AVAILABLE, makeParts } from '#kernel/data/weekly-parts.ts';
import { auditParts, dropAuditWeeks } from './retention-repository.ts';

/**
 * Makes the weeks of the audit log that are missing, and drops those that are older than PM_AUDIT_DAYS altogether. Without that
 * variable the log is kept forever. A second run finds nothing to do.
 */
export const auditRetention: RetentionStep = {
  name: 'audit_events',
  async run({ services: { db, clock, config, log } }) {
    const now = clock.now();
    await makeParts(db, auditParts, now);
    const { auditDays } = config;
    if (auditDays === null) return 0;
    try {
      return await db.transaction((tx) => dropAuditWeeks(tx, after(now, -auditDays * DAY)));
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      log.warn({ err: error }, 'a week of the audit log is dropped the next time');
      return 0;
    }
  },
};
