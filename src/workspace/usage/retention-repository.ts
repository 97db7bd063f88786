import { type Database, sql, type Transaction } from '#kernel/data/database.ts';

/** The number of months that are created ahead, so that some months without maintenance do no harm. */
const MONTHS_AHEAD = 4;

/** Creates the missing months of `usage_days`. @returns how many */
export const makeMonths = (db: Database, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.run(sql`set local lock_timeout = '2s'`);
    const row = await tx.first<{ made: number }>(sql`
      select make_monthly_parts('usage_days', (${now}::timestamptz at time zone 'UTC')::date, ${MONTHS_AHEAD}) as made`);
    return row!.made;
  });

/**
 * Drops the months in which every day is older. It gives up if it has not got the lock after two seconds.
 * @returns the number of dropped rows
 */
export async function dropMonths(tx: Transaction, before: Date): Promise<number> {
  await tx.run(sql`set local lock_timeout = '2s'`);
  const row = await tx.first<{ dropped: number }>(sql`
    select drop_monthly_parts('usage_days', (${before}::timestamptz at time zone 'UTC')::date)::int as dropped`);
  return row!.dropped;
}
