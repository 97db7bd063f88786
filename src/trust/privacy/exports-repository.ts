import { empty, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';
import { type Actor, identitiesOf } from '#kernel/operation/actor.ts';
import type { ErasureScope } from '#kernel/operation/erasure.ts';

const columns = columnsOf(
  'exports',
  'id',
  'tenant_id',
  'scope',
  'identity_id',
  'counterparty_address',
  'status',
  'with_kept_back',
  'size',
  'blob_id',
  'created_by_key_id',
  'created_at',
  'expires_at',
);

export type ExportRow = Narrow<
  RowOf<typeof columns>,
  {
    scope: 'counterparty' | 'identity';
    status: 'queued' | 'running' | 'completed' | 'failed' | 'canceled' | 'expired';
  }
>;

export type NewExport = Omit<ExportRow, 'status' | 'size' | 'blob_id'>;

export const insertExport = async (tx: Queryable, row: NewExport): Promise<ExportRow> =>
  (await tx.first<ExportRow>(sql`
    insert into exports as e (id, tenant_id, scope, identity_id, counterparty_address, with_kept_back, created_by_key_id,
                              created_at, expires_at)
    values (${row.id}, ${row.tenant_id}, ${row.scope}, ${row.identity_id}, ${row.counterparty_address},
            ${row.with_kept_back}, ${row.created_by_key_id}, ${row.created_at}, ${row.expires_at})
    returning ${columns.of('e').sql}`))!;

/** The caller's reach. A missing id must not widen it, so it becomes the empty string, which is no row's id. */
function within(actor: Actor): Sql {
  if (actor.level === 'platform') return sql`true`;
  if (actor.level === 'partner') {
    return sql`exists (select from tenants t where t.id = e.tenant_id and t.partner_id = ${actor.partner_id ?? ''})`;
  }
  const tenant = sql`e.tenant_id = ${actor.tenant_id ?? ''}`;
  return actor.level === 'tenant' ? tenant : sql`${tenant} and e.identity_id = any(${identitiesOf(actor)})`;
}

export const findExport = (db: Queryable, actor: Actor, id: string): Promise<ExportRow | null> =>
  db.first<ExportRow>(
    sql`select ${columns.of('e').sql} from exports e where e.id = ${id} and ${within(actor)}`,
  );

/** Newest first. */
export const listExports = (
  db: Queryable,
  actor: Actor,
  { tenantId, beyond, take }: { tenantId: string | undefined; beyond: string | null; take: number },
): Promise<ExportRow[]> =>
  db.rows<ExportRow>(sql`
    select ${columns.of('e').sql} from exports e
    where ${within(actor)} ${tenantId === undefined ? empty : sql`and e.tenant_id = ${tenantId}`}
      ${beyond === null ? empty : sql`and e.id < ${beyond}`}
    order by e.id desc limit ${take}`);

/** The file of the export that a link names, while it exists. */
export const findExportFile = (
  db: Queryable,
  { id, tenant_id }: Row<'exports', 'id' | 'tenant_id'>,
  now: Date,
): Promise<Narrow<Row<'exports', 'blob_id' | 'size'>, { blob_id: string; size: number }> | null> =>
  db.first({
    name: 'privacy.find_export_file',
    text: `select blob_id, size from exports
           where id = $1 and tenant_id = $2 and status = 'completed' and blob_id is not null and expires_at > $3`,
    values: [id, tenant_id, now],
  });

/** Marks the export as running. Null if it is no longer wanted. */
export const beginExport = (db: Queryable, id: string): Promise<ExportRow | null> =>
  db.first<ExportRow>(sql`
    update exports e set status = 'running' where e.id = ${id} and e.status in ('queued', 'running')
    returning ${columns.of('e').sql}`);

/** Returns false if it was canceled or another worker has completed it. */
export const completeExport = async (
  tx: Queryable,
  id: string,
  file: { blobId: string; size: number },
): Promise<boolean> =>
  (await tx.run(sql`
    update exports set status = 'completed', blob_id = ${file.blobId}, size = ${file.size}
    where id = ${id} and status = 'running'`)) === 1;

export const markExportFailed = (db: Queryable, id: string, error: string): Promise<number> =>
  db.run(sql`
    update exports set status = 'failed', error = ${error}, counterparty_address = null
    where id = ${id} and status in ('queued', 'running')`);

/** Open exports of a tenant that its erasure supersedes (spec 3.3). */
export const cancelExports = (tx: Queryable, tenantId: string): Promise<number> =>
  tx.run(sql`
    update exports set status = 'canceled', counterparty_address = null
    where tenant_id = ${tenantId} and status in ('queued', 'running')`);

/** Ends exports that are due. A file under a legal hold is kept, although nobody can download it. @returns their blobs */
export const expireDue = (tx: Queryable, now: Date, take: number): Promise<Row<'exports', 'blob_id'>[]> =>
  tx.rows(sql`
    with due as (
      select id, blob_id from exports x where expires_at <= ${now} and status = 'completed' and not export_is_held(x)
      order by expires_at limit ${take} for update)
    update exports e set status = 'expired', blob_id = null, counterparty_address = null
    from due where e.id = due.id returning due.blob_id`);

/** Ends the exports of erased data: open ones are canceled, and files are deleted. @returns the blobs of their files */
export const withdrawExports = (
  tx: Queryable,
  scope: Extract<ErasureScope, { kind: 'identity' | 'tenant' | 'counterparty' }>,
  take: number,
): Promise<Row<'exports', 'blob_id'>[]> => {
  const identityId = scope.kind === 'identity' ? scope.identityId : null;
  const address = scope.kind === 'counterparty' ? scope.address : null;
  return tx.rows(sql`
    with gone as (
      select id, blob_id from exports x
      where tenant_id = ${scope.tenantId} and status in ('queued', 'running', 'completed')
        and (status <> 'completed' or not export_is_held(x))
        and (${identityId}::text is null or identity_id = ${identityId})
        and (${address}::text is null or counterparty_address = ${address})
      order by id limit ${take} for update)
    update exports e
    set status = case when e.status = 'completed' then 'expired' else 'canceled' end, blob_id = null,
        counterparty_address = null
    from gone where e.id = gone.id returning gone.blob_id`);
};
