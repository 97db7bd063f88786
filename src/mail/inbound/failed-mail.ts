import { messageOf, recordFailures } from '#jobs/index.ts';
import { MINUTE } from '#kernel/base/clock.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Services } from '#kernel/operation/services.ts';
import {
  buryReceipt,
  lockWaiting,
  postponeReceipt,
  returnReceipts,
  type SpoolEntry,
} from '#mail/spool/index.ts';
import { storeAgainJob } from './jobs.ts';

/**
 * The number of failures after which only the essentials of a message are stored, and the number after which it becomes
 * a dead letter.
 */
export const DEGRADED_AFTER = 5;
const DEAD_AFTER = 8;
/** A message that kills the process records no failure, but its attempts are counted. */
const MAX_ATTEMPTS = 25;
const MAX_WAIT = 60 * MINUTE;
/** Seconds until the next attempt for a message that failed because of an outage. */
const OUTAGE_WAIT = 5;

/** Whether the full message was tried often enough. */
export const isToBeDegraded = ({ failures, attempts }: SpoolEntry): boolean =>
  failures >= DEGRADED_AFTER || attempts > MAX_ATTEMPTS;

/** Decides about a message that could not be stored: another try, with growing waits, or a dead letter. */
export async function settleFailure(services: Services, receipt: SpoolEntry, error: unknown): Promise<void> {
  const { db, log } = services;
  const { id, attempts, failures } = receipt;
  log.error(
    { err: error, receipt: id, attempts, failures },
    'could not process a received message; it will be retried or become a dead letter',
  );
  if (isOutage(error)) {
    await returnReceipts(db, [id], OUTAGE_WAIT);
    return;
  }
  if (failures + 1 < DEAD_AFTER && attempts <= MAX_ATTEMPTS + DEAD_AFTER) {
    await postponeReceipt(db, id, Math.min(2 ** failures, MAX_WAIT / 1000), messageOf(error).slice(0, 500));
    return;
  }
  const of = { ref: `inbound/${newUlid()}`, payload: { receipt_id: id }, attempt: failures + 1, tries: 1 };
  await db.transaction(async (tx) => {
    // Two processes can have the receipt if a lease ran out. Only one of them makes the dead letter.
    if (!(await lockWaiting(tx, id))) return;
    await recordFailures(tx, services, [{ job: storeAgainJob, of, error: messageOf(error), isLast: true }]);
    await buryReceipt(tx, id, of.ref);
  });
}

/**
 * Whether the machine failed, not the message: the database or the storage is gone, full or read-only. Such a failure
 * does not count, because no message is to blame and the next try may succeed.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Classes of SQLSTATE: connection, transaction rollback, resources, intervention, system; and a read-only database.
  if (/^(?:08|40|53|57|58)[0-9A-Z]{3}$/.test(code) || code === '25006') return true;
  if (/^E[A-Z]{3,}$/.test(code)) return true;
  if (error.cause !== undefined && isOutage(error.cause)) return true;
  return /^parse (?:pool|thread) |connection terminated|timeout exceeded when trying to connect|pool after calling end/i.test(
    error.message,
  );
}
