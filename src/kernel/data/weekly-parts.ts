import { type Database, sql, type Transaction } from './database.ts';

/**
 * A table that is kept in parts, one for each week of its ids, which begin with their time. The parts are tables of the schema
 * `proofmail_parts`; nobody names them. Rows for which there is no part yet go into one for the rest, and move when there is.
 */
export type WeeklyParts = Readonly<{
  table: 'webhook_deliveries' | 'events' | 'audit_events';
  /** The prefix of ids, before the underscore. */
  prefix: string;
  /** A condition on rows with something left to do: a part that has such a row stays. */
  unless: string;
}>;

/** Parts are made so far ahead that a maintenance that is off for three weeks does no harm. */
const WEEKS_AHEAD = 5;
/** The number of months that reaches beyond those weeks. */
const MONTHS_AHEAD = 3;

type Named = Pick<WeeklyParts, 'table' | 'prefix'>;

/** Makes the parts that are missing. @returns how many */
export const makeParts = (db: Database, { table, prefix }: Named, now: Date): Promise<number> =>
  made(db, sql`select make_weekly_parts(${table}, ${prefix}, ${now}, ${WEEKS_AHEAD}) as made`);

/** The same by the month, for a table of which nothing is dropped. Both may follow each other in one table. */
export const makeMonthlyParts = (db: Database, { table, prefix }: Named, now: Date): Promise<number> =>
  made(db, sql`select make_monthly_id_parts(${table}, ${prefix}, ${now}, ${MONTHS_AHEAD}) as made`);

const made = (db: Database, making: ReturnType<typeof sql>): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.run(sql`set local lock_timeout = '2s'`);
    return (await tx.first<{ made: number }>(making))!.made;
  });

/** SQLSTATE of a lock that was not to be had in time. */
export const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Drops the parts in which every row is older, in a transaction of its own. Whoever reads the table at that moment waits, so it
 * gives up after two seconds without the lock, and the next night tries again.
 * @returns how many rows they had
 */
export const dropParts = async (
  tx: Transaction,
  { table, prefix, unless }: WeeklyParts,
  before: Date,
): Promise<number> => {
  await tx.run(sql`set local lock_timeout = '2s'`);
  const row = await tx.first<{ dropped: number }>(
    sql`select drop_weekly_parts(${table}, ${prefix}, ${before}, ${unless})::int as dropped`,
  );
  return row!.dropped;
};
