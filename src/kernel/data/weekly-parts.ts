import { type Database, sql, type Transaction } from './database.ts';

/**
 * A table that is partitioned by week. The partition key is the id, which begins with its time. The parts are tables of the
 * schema `proofmail_parts`, and no statement names them. Rows whose part does not exist yet go into the default part, and
 * move when theirs is created.
 */
export type WeeklyParts = Readonly<{
  table: 'webhook_deliveries' | 'events' | 'audit_events';
  /** The prefix of ids, before the underscore. */
  prefix: string;
  /** A condition that selects unfinished rows. A part with such a row is not dropped. */
  unless: string;
}>;

/** Parts are created this far ahead, so that it does no harm if maintenance does not run for three weeks. */
const WEEKS_AHEAD = 5;
/** The number of months that covers those weeks. */
const MONTHS_AHEAD = 3;

type Named = Pick<WeeklyParts, 'table' | 'prefix'>;

/** Creates the missing parts. @returns how many it created */
export const makeParts = (db: Database, { table, prefix }: Named, now: Date): Promise<number> =>
  made(db, sql`select make_weekly_parts(${table}, ${prefix}, ${now}, ${WEEKS_AHEAD}) as made`);

/** The same by month, for a table from which nothing is dropped. A table can have monthly parts after weekly ones. */
export const makeMonthlyParts = (db: Database, { table, prefix }: Named, now: Date): Promise<number> =>
  made(db, sql`select make_monthly_id_parts(${table}, ${prefix}, ${now}, ${MONTHS_AHEAD}) as made`);

const made = (db: Database, making: ReturnType<typeof sql>): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.run(sql`set local lock_timeout = '2s'`);
    return (await tx.first<{ made: number }>(making))!.made;
  });

/** The SQLSTATE that reports that a lock was not granted in time. */
export const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Drops the parts in which every row is older. Needs a transaction of its own. Readers of the table wait for this lock, so
 * it gives up if it has not got the lock after two seconds; the next night tries again.
 * @returns the number of rows in the dropped parts
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
