import type { MaintenanceContext, MaintenanceTask } from '#jobs/index.ts';
import { alertOfAllowances } from './alerts.ts';
import { addDays, dayOf } from './days.ts';
import { firstOpenDay } from './open-days.ts';
import { countTenants, measureStorage, rollUpMail, setThrough, tenantsBeyond } from './repository.ts';

const BATCH = 50;
/**
 * Mail of the last days may still arrive from the queue, so these days are counted again, also with each read. One day is
 * added because in the westernmost time zone a day ends up to twelve hours after UTC.
 */
const OPEN_DAYS = 3;

/**
 * Counts the mail of all open days, measures the storage and sends alerts about allowances, tenant by tenant. A
 * second run counts the same again; if a run is killed, its days stay open.
 */
export async function rollUp({ services, signal, progress }: MaintenanceContext): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const today = dayOf(now);
  const from = await firstOpenDay(db, today);
  const total = await countTenants(db);
  let [beyond, done] = ['', 0];
  for (;;) {
    const tenantIds = await tenantsBeyond(db, beyond, BATCH);
    if (tenantIds.length === 0) break;
    if (signal.aborted) return;
    // East of Greenwich, the next day has already begun.
    await rollUpMail(db, tenantIds, { from, to: addDays(today, 1) });
    await measureStorage(db, tenantIds, now);
    await alertOfAllowances(services, tenantIds);
    [beyond, done] = [tenantIds.at(-1)!, done + tenantIds.length];
    await progress(done, Math.max(done, total));
  }
  await setThrough(db, addDays(today, -OPEN_DAYS));
}

/** Started by an operator; the job `usage.roll_up` does the same each hour. */
export const usageRollup: MaintenanceTask = { name: 'usage_rollup', daily: false, run: rollUp };
