import { type Clock, MINUTE, SECOND } from '#kernel/base/clock.ts';
import type { Logger } from '#kernel/base/log.ts';
import type { Database } from '#kernel/data/database.ts';
import type { Meter, Metered } from '#kernel/operation/meter.ts';
import { addCounts, type Count } from './repository.ts';

/** The interval of writes. A crash loses the informative counts of at most this time. */
const FLUSH_EVERY = 10 * SECOND;

/** Counts are kept per quarter of an hour, because a day begins at a quarter in every time zone. Postgres knows at which. */
const QUARTER = 15 * MINUTE;

const quarterOf = (time: Date): string =>
  new Date(Math.floor(time.getTime() / QUARTER) * QUARTER).toISOString();

/** Counts in memory and adds the counts to the table periodically, in one statement. */
export function createMeter(db: Database, clock: Clock, log: Logger): Meter & { close(): Promise<void> } {
  let pending = new Map<string, Count>();
  const count = (tenantId: string, what: Metered, amount = 1): void => {
    add(tenantId, quarterOf(clock.now()), what, amount);
  };
  const add = (tenantId: string, at: string, what: Metered, amount: number): void => {
    const key = `${tenantId} ${at} ${what}`;
    const known = pending.get(key);
    if (known) known.amount += amount;
    else pending.set(key, { tenant_id: tenantId, at, what, amount });
  };
  const flush = async (): Promise<void> => {
    if (pending.size === 0) return;
    const counts = [...pending.values()];
    pending = new Map();
    await addCounts(db, counts).catch((error) => {
      log.warn({ err: error }, 'could not write usage; retrying');
      for (const { tenant_id, at, what, amount } of counts) add(tenant_id, at, what, amount);
    });
  };
  const timer = setInterval(flush, FLUSH_EVERY).unref();
  return {
    count,
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
