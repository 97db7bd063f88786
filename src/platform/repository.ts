import { type BlobReference, unreferenced } from '#kernel/data/blob-references.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';

export const maintenanceStatuses = ['queued', 'running', 'completed', 'failed'] as const;

const columns = columnsOf(
  'maintenance_jobs',
  'id',
  'name',
  'status',
  'done',
  'total',
  'error',
  'created_at',
  'started_at',
  'completed_at',
);

export type MaintenanceRow = Narrow<RowOf<typeof columns>, { status: (typeof maintenanceStatuses)[number] }>;

export const insertMaintenance = (
  db: Queryable,
  {
    id,
    name,
    at,
  }: Row<'maintenance_jobs', 'id' | 'name'> & {
    at: Date;
  },
): Promise<MaintenanceRow | null> =>
  db.first<MaintenanceRow>(sql`
    insert into maintenance_jobs (id, name, created_at) values (${id}, ${name}, ${at}) returning ${columns.sql}`);

/**
 * The given names that are waiting or running. Two schedulers at the same time see each other, because the lock is held
 * until the transaction ends.
 */
export async function findUnfinished(tx: Queryable, names: readonly string[]): Promise<string[]> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('proofmail.maintenance'))`);
  const rows = await tx.rows<Row<'maintenance_jobs', 'name'>>(sql`
    select distinct name from maintenance_jobs where name = any(${names}) and status in ('queued', 'running')`);
  return rows.map(({ name }) => name);
}

export const findMaintenance = (db: Queryable, id: string): Promise<MaintenanceRow | null> =>
  db.first<MaintenanceRow>(sql`select ${columns.sql} from maintenance_jobs where id = ${id}`);

/** Notices, newest first; `beyond` is the id of the last row of the previous page. */
export const listMaintenance = (
  db: Queryable,
  page: { beyond: string | null; take: number },
): Promise<MaintenanceRow[]> =>
  db.rows<MaintenanceRow>(sql`
    select ${columns.sql} from maintenance_jobs
    where ${page.beyond}::text is null or id < ${page.beyond} order by id desc limit ${page.take}`);

/** Marks the job as running, even if it had failed and is redriven. Returns its name, or null if it is completed. */
export async function beginMaintenance(db: Queryable, id: string, at: Date): Promise<string | null> {
  const row = await db.first<Row<'maintenance_jobs', 'name'>>(sql`
    update maintenance_jobs
    set status = 'running', started_at = coalesce(started_at, ${at}), error = null, completed_at = null
    where id = ${id} and status <> 'completed' returning name`);
  return row?.name ?? null;
}

export const setProgress = (db: Queryable, id: string, done: number, total: number): Promise<number> =>
  db.run({
    name: 'maintenance.progress',
    text: 'update maintenance_jobs set done = $2, total = $3 where id = $1',
    values: [id, done, total],
  });

export const endMaintenance = (db: Queryable, id: string, error: string | null, at: Date): Promise<number> =>
  db.run(sql`
    update maintenance_jobs
    set status = ${error === null ? 'completed' : 'failed'}, error = ${error}, completed_at = ${at}
    where id = ${id} and status <> 'completed'`);

export const deleteOldMaintenance = (db: Queryable, before: Date): Promise<number> =>
  db.run(
    sql`delete from maintenance_jobs where created_at < ${before} and status in ('completed', 'failed')`,
  );

export type SweptPage = { last: string | null; seen: number; swept: number; object_keys: string[] };

/** Deletes those of the next blobs that nothing points to. Delete their objects after this is committed. */
export const sweepBlobs = async (
  db: Queryable,
  references: readonly BlobReference[],
  page: { beyond: string; before: Date; take: number },
): Promise<SweptPage> => {
  const row = await db.first<SweptPage>({
    name: 'platform_ops.sweep_blobs',
    text: `with page as (
             select id from blobs where id > $1 and created_at < $2 order by id limit $3),
           gone as (
             delete from blobs b using page where b.id = page.id and ${unreferenced(references)}
             returning b.object_key)
           select (select max(id) from page) as last, (select count(*)::int from page) as seen,
                  (select count(*)::int from gone) as swept,
                  coalesce((select array_agg(object_key) from gone where object_key is not null), '{}') as object_keys`,
    values: [page.beyond, page.before, page.take],
  });
  return row!;
};

export const countBlobs = async (db: Queryable, before: Date): Promise<number> =>
  (await db.first<{ n: number }>(sql`select count(*) as n from blobs where created_at < ${before}`))!.n;

/** Those of the ids that are blobs. */
export async function findBlobIds(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<Row<'blobs', 'id'>>({
    name: 'platform_ops.find_blob_ids',
    text: 'select id from blobs where id = any($1::text[])',
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

export type DatabaseState = { version: string; bytes: number; connections: number };

export const readDatabase = async (db: Queryable): Promise<DatabaseState> =>
  (await db.first<DatabaseState>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
           (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`))!;
