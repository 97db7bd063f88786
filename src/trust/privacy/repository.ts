import { empty, join, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import { columnsOf, type Filter, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';
import { type Actor, identitiesOf } from '#kernel/operation/actor.ts';
import type { ErasedSample, ErasureCounts, ErasureScope } from '#kernel/operation/erasure.ts';
import type { MailboxPosition } from '#mailbox/messages/index.ts';
import type { ErasureStatus } from './schema.ts';

/** The progress of the job: the current part, and the position in it. */
export type Progress = {
  phase?: 'messages' | 'rooms' | 'blobs' | 'probe';
  /** The last mailbox that is done, and the position in the next one. */
  identity?: string | null;
  after?: MailboxPosition | null;
  /** The number of this pass over all mailboxes, and how much it has erased. */
  pass?: number;
  erased?: number;
  /** Names of the erasers that are done. An eraser that a release adds during an erasure is not among them, so it runs. */
  rooms_done?: string[];
  /** The samples that the probe searches for. They are deleted at the end of the request. */
  samples?: ErasedSample[];
};

export type Receipt = ErasureCounts & {
  identities_affected?: string[];
  probe?: { keyword_hits: number; semantic_hits: number };
};

const columns = columnsOf(
  'erasure_requests',
  'id',
  'tenant_id',
  'scope',
  'identity_id',
  'thread_id',
  'message_id',
  'counterparty_address',
  'status',
  'progress',
  'receipt',
  'created_by_key_id',
  'created_at',
  'completed_at',
);

export type ErasureRow = Narrow<
  RowOf<typeof columns>,
  { scope: ErasureScope['kind']; status: ErasureStatus; progress: Progress; receipt: Receipt }
>;

export type HeldThread = Row<'erasure_held_threads', 'thread_id' | 'reason'>;
/** A request with the threads that it left alone. */
export type ShownErasure = ErasureRow & { held: HeldThread[] };

const LISTED_HELD = 1_000;

const heldOf = sql`(
  select coalesce(json_agg(json_build_object('thread_id', h.thread_id, 'reason', h.reason) order by h.thread_id), '[]')
  from (select thread_id, reason from erasure_held_threads where erasure_id = e.id
        order by thread_id limit ${LISTED_HELD}) h) as held`;

export type NewErasure = Omit<ErasureRow, 'status' | 'progress' | 'receipt' | 'completed_at'> &
  Row<'erasure_requests', 'reason'>;

export const insertErasure = async (tx: Queryable, row: NewErasure): Promise<ShownErasure> => {
  const inserted = await tx.first<ErasureRow>(sql`
    insert into erasure_requests as e (id, tenant_id, scope, identity_id, thread_id, message_id, counterparty_address, reason,
                                       created_by_key_id, created_at)
    values (${row.id}, ${row.tenant_id}, ${row.scope}, ${row.identity_id}, ${row.thread_id}, ${row.message_id},
            ${row.counterparty_address}, ${row.reason}, ${row.created_by_key_id}, ${row.created_at})
    returning ${columns.of('e').sql}`);
  return { ...inserted!, held: [] };
};

/**
 * The caller's reach (spec 5). A missing id must not widen it, so it becomes the empty string, which is no row's id.
 */
function within(actor: Actor): Sql {
  if (actor.level === 'platform') return sql`true`;
  if (actor.level === 'partner') {
    return sql`exists (select from tenants t where t.id = e.tenant_id and t.partner_id = ${actor.partner_id ?? ''})`;
  }
  const tenant = sql`e.tenant_id = ${actor.tenant_id ?? ''}`;
  return actor.level === 'tenant' ? tenant : sql`${tenant} and e.identity_id = any(${identitiesOf(actor)})`;
}

export const findErasure = (db: Queryable, actor: Actor, id: string): Promise<ShownErasure | null> =>
  db.first<ShownErasure>(sql`
    select ${columns.of('e').sql}, ${heldOf} from erasure_requests e where e.id = ${id} and ${within(actor)}`);

/** Newest first. */
export function listErasures(
  db: Queryable,
  actor: Actor,
  filter: Filter<'erasure_requests', 'tenant_id'> & {
    status?: ErasureStatus | undefined;
  },
  page: { beyond: string | null; take: number },
): Promise<ShownErasure[]> {
  const conditions = [
    within(actor),
    filter.tenant_id === undefined ? empty : sql`e.tenant_id = ${filter.tenant_id}`,
    filter.status === undefined ? empty : sql`e.status = ${filter.status}`,
    page.beyond === null ? empty : sql`e.id < ${page.beyond}`,
  ].filter((condition) => condition !== empty);
  return db.rows<ShownErasure>(sql`
    select ${columns.of('e').sql}, ${heldOf} from erasure_requests e
    where ${join(conditions, ' and ')} order by e.id desc limit ${page.take}`);
}

/** The running erasure of the tenant itself. */
export const findTenantErasure = (db: Queryable, tenantId: string): Promise<ShownErasure | null> =>
  db.first<ShownErasure>(sql`
    select ${columns.of('e').sql}, ${heldOf} from erasure_requests e
    where e.tenant_id = ${tenantId} and e.scope = 'tenant' order by e.id desc limit 1`);

/** Open requests of a tenant that its own erasure supersedes (spec 3.3), which takes over their blobs. */
export const cancelErasures = (
  tx: Queryable,
  { tenantId, by, now }: { tenantId: string; by: string; now: Date },
): Promise<number> =>
  tx.run(sql`
    with canceled as (
      update erasure_requests
      set status = 'canceled', completed_at = ${now}, counterparty_address = null, reason = null
      where tenant_id = ${tenantId} and status in ('queued', 'running') and id <> ${by}
      returning id),
    left_over as (
      delete from erasure_blobs b using canceled where b.erasure_id = canceled.id returning b.blob_id)
    insert into erasure_blobs (erasure_id, blob_id) select distinct ${by}, blob_id from left_over
    on conflict do nothing`);

/** The request, locked while it is processed. A second worker waits and continues where the first one stopped. */
export const lockOpenErasure = (tx: Queryable, id: string): Promise<ErasureRow | null> =>
  tx.first<ErasureRow>(sql`
    select ${columns.of('e').sql} from erasure_requests e where e.id = ${id} and e.status in ('queued', 'running') for update`);

export const saveProgress = (
  tx: Queryable,
  id: string,
  { progress, receipt }: { progress: Progress; receipt: Receipt },
): Promise<number> =>
  tx.run(sql`
    update erasure_requests
    set status = 'running', progress = ${JSON.stringify(progress)}, receipt = ${JSON.stringify(receipt)}
    where id = ${id}`);

/** Ends the request, and deletes its target and its note. */
export const endErasure = async (
  tx: Queryable,
  id: string,
  end: { failed: string | null; receipt: Receipt; now: Date },
): Promise<ShownErasure> =>
  (await tx.first<ShownErasure>(sql`
    with left_over as (
      -- None are left but of a request that failed: those go with the blob sweep.
      delete from erasure_blobs where erasure_id = ${id})
    update erasure_requests e
    set status = case when ${end.failed}::text is not null then 'failed'
                      when exists (select from erasure_held_threads where erasure_id = e.id) then 'completed_with_holds'
                      else 'completed' end,
        error = ${end.failed}, receipt = ${JSON.stringify(end.receipt)}, progress = '{}', completed_at = ${end.now},
        counterparty_address = null, reason = null
    where id = ${id} returning ${columns.of('e').sql}, ${heldOf}`))!;

/** Makes erasures of identities and tenants run again that were incomplete because of held threads. */
export const reopenErasures = async (tx: Queryable, tenantId: string): Promise<string[]> => {
  const rows = await tx.rows<Row<'erasure_requests', 'id'>>(sql`
    with again as (
      update erasure_requests set status = 'queued', completed_at = null
      where tenant_id = ${tenantId} and status = 'completed_with_holds' and scope in ('identity', 'tenant')
      returning id),
    forgotten as (delete from erasure_held_threads h using again where h.erasure_id = again.id)
    select id from again`);
  return rows.map(({ id }) => id);
};

export const findErasureRow = (db: Queryable, id: string): Promise<ErasureRow | null> =>
  db.first<ErasureRow>(sql`select ${columns.of('e').sql} from erasure_requests e where e.id = ${id}`);

/** Makes a completed erasure run again. Returns false if it is already running. */
export const reopenErasure = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.run(sql`
    update erasure_requests set status = 'queued', completed_at = null
    where id = ${id} and status in ('completed', 'completed_with_holds')`)) === 1;

export const recordHeld = (tx: Queryable, erasureId: string, held: readonly HeldThread[]): Promise<number> =>
  tx.run(sql`
    insert into erasure_held_threads (erasure_id, thread_id, reason)
    select ${erasureId}, thread_id, reason
    from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as r (thread_id text, reason text)
    on conflict do nothing`);

/** Remembers the blobs of erased rows; they are checked when all rows are erased. */
export const rememberBlobs = (
  tx: Queryable,
  erasureId: string,
  blobIds: readonly string[],
): Promise<number> =>
  tx.run(sql`
    insert into erasure_blobs (erasure_id, blob_id) select distinct ${erasureId}, unnest(${blobIds}::text[])
    on conflict do nothing`);

export const takeBlobs = async (tx: Queryable, erasureId: string, take: number): Promise<string[]> => {
  const rows = await tx.rows<Row<'erasure_blobs', 'blob_id'>>(sql`
    delete from erasure_blobs where (erasure_id, blob_id) in (
      select erasure_id, blob_id from erasure_blobs where erasure_id = ${erasureId} order by blob_id limit ${take})
    returning blob_id`);
  return rows.map(({ blob_id }) => blob_id);
};
