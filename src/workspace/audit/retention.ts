import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { sqlState } from '#kernel/data/database.ts';
import { LOCK_NOT_AVAILABLE, makeMonthlyParts, makeParts } from '#kernel/data/weekly-parts.ts';
import { auditParts, dropAuditWeeks } from './retention-repository.ts';

/**
 * Creates the missing parts of the audit log, and drops weeks in which every row is older than PM_AUDIT_DAYS. Without
 * that variable, the log is kept forever in monthly parts, so that a long log has few parts. A second run finds nothing
 * to do.
 */
export const auditRetention: RetentionStep = {
  name: 'audit_events',
  async run({ services: { db, clock, config, log } }) {
    const now = clock.now();
    const { auditDays } = config;
    await (auditDays === null ? makeMonthlyParts : makeParts)(db, auditParts, now);
    if (auditDays === null) return 0;
    try {
      return await db.transaction((tx) => dropAuditWeeks(tx, after(now, -auditDays * DAY)));
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      log.warn(
        { err: error },
        'could not drop an old part of the audit log because it is in use; retrying tomorrow',
      );
      return 0;
    }
  },
};
