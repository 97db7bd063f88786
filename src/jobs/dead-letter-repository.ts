import { join, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import { columnsOf, type Filter, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';

export const deadLetterStatuses = ['open', 'redriven'] as const;

const columns = columnsOf(
  'dead_letters',
  'id',
  'queue',
  'tenant_id',
  'job',
  'error',
  'attempts',
  'status',
  'first_failed_at',
  'last_failed_at',
  'redriven_at',
);

export type DeadLetterRow = Narrow<RowOf<typeof columns>, { status: (typeof deadLetterStatuses)[number] }>;

/** A failed job. `isLast` says that it has no attempts left. */
export type Failure = Narrow<
  Row<
    'dead_letters',
    'id' | 'ref' | 'queue' | 'job' | 'tenant_id' | 'payload' | 'tries' | 'error' | 'attempts' | 'status'
  >,
  { status: 'failing' | 'open' }
>;

/**
 * Records failures in one row per job, however often it fails. @returns the refs of jobs that became dead letters just now,
 * so that a step that runs twice acts only once
 */
export async function writeFailures(
  tx: Queryable,
  failures: readonly Failure[],
  at: Date,
): Promise<string[]> {
  const rows = await tx.rows<Row<'dead_letters', 'ref'>>({
    name: 'dead_letters.write',
    text: `with given as (
             select * from json_to_recordset($1::json) as f (id text, ref text, queue text, job text, tenant_id text,
               payload json, tries int, error text, attempts int, status text)),
           before as (
             select d.ref from dead_letters d join given using (ref) where d.status <> 'failing' for update of d),
           written as (
             insert into dead_letters (id, ref, queue, job, tenant_id, payload, tries, error, attempts, status,
                                       first_failed_at, last_failed_at)
             select id, ref, queue, job, tenant_id, payload, tries, error, attempts, status, $2, $2 from given
             on conflict (ref) do update
             set error = excluded.error, attempts = greatest(dead_letters.attempts, excluded.attempts),
                 status = excluded.status, last_failed_at = excluded.last_failed_at
             where dead_letters.status = 'failing'
             returning ref, status)
           select ref from written where status = 'open' and ref not in (select ref from before)`,
    values: [JSON.stringify(failures), at],
  });
  return rows.map(({ ref }) => ref);
}

/** Deletes the failure of a job that has succeeded after all. */
export const forgetFailure = (db: Queryable, ref: string): Promise<number> =>
  db.run({
    name: 'dead_letters.forget',
    text: `delete from dead_letters where ref = $1 and status = 'failing'`,
    values: [ref],
  });

export type DeadLetterFilters = Narrow<Row<'dead_letters', 'status'>, { status: DeadLetterRow['status'] }> &
  Filter<'dead_letters', 'queue' | 'tenant_id'>;

/** Dead letters, oldest first; `beyond` is the id of the last row of the previous page. */
export function listDeadLetters(
  db: Queryable,
  { status, queue, tenant_id }: DeadLetterFilters,
  page: { beyond: string | null; take: number },
): Promise<DeadLetterRow[]> {
  const conditions: Sql[] = [sql`status = ${status}`];
  if (queue !== undefined) conditions.push(sql`queue = ${queue}`);
  if (tenant_id !== undefined) conditions.push(sql`tenant_id = ${tenant_id}`);
  if (page.beyond !== null) conditions.push(sql`id > ${page.beyond}`);
  return db.rows<DeadLetterRow>(sql`
    select ${columns.sql} from dead_letters where ${join(conditions, ' and ')} order by id limit ${page.take}`);
}

/** Open dead letters by job; counted up to 10,000 in all. */
export const countDeadLetters = (
  db: Queryable,
): Promise<(Row<'dead_letters', 'job'> & { count: number })[]> =>
  db.rows(sql`
    select job, count(*)::int as count
    from (select job from dead_letters where status = 'open' order by id limit 10000) d group by job`);

/** The newest open dead letter and the number of open ones (counted up to 10,000); null if there is none. */
export const findNewestDead = (
  db: Queryable,
): Promise<(Row<'dead_letters', 'id' | 'job'> & { open: number }) | null> =>
  db.first(sql`
    select d.id, d.job, (select count(*)::int from (
             select from dead_letters where status = 'open' limit 10000) o) as open
    from dead_letters d where d.status = 'open' order by d.id desc limit 1`);

export const findDeadLetter = (db: Queryable, id: string): Promise<DeadLetterRow | null> =>
  db.first<DeadLetterRow>(
    sql`select ${columns.sql} from dead_letters where id = ${id} and status <> 'failing'`,
  );

/** Marks an open dead letter as redriven. Returns the work to enqueue again, or null when it was not open. */
export const markRedriven = (
  tx: Queryable,
  id: string,
  at: Date,
): Promise<Row<'dead_letters', 'job' | 'payload' | 'tries'> | null> =>
  tx.first(sql`
    update dead_letters set status = 'redriven', redriven_at = ${at}
    where id = ${id} and status = 'open' returning job, payload, tries`);

/** Deletes a dead letter and its work. @returns the number of deleted rows: 0 if another call was first */
export const discardDeadLetter = (tx: Queryable, id: string): Promise<number> =>
  tx.run(sql`delete from dead_letters where id = ${id} and status <> 'failing'`);

/** Deletes items that were run again before that time, and failures whose job no longer exists. */
export const deleteOldFailures = (db: Queryable, before: Date): Promise<number> =>
  db.run(sql`
    delete from dead_letters
    where last_failed_at < ${before} and (status = 'failing' or (status = 'redriven' and redriven_at < ${before}))`);

export const deleteDeadLettersOf = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run(sql`
    delete from dead_letters
    where id in (select id from dead_letters where tenant_id = ${tenantId} order by id limit ${take})`);
