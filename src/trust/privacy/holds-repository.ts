import { type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type RowOf } from '#kernel/data/row.ts';

const columns = columnsOf(
  'legal_holds',
  'id',
  'tenant_id',
  'scope',
  'identity_id',
  'thread_id',
  'counterparty_address',
  'reason',
  'created_by_key_id',
  'created_at',
  'released_at',
);

export type HoldRow = Narrow<
  RowOf<typeof columns>,
  { scope: 'thread' | 'identity' | 'counterparty' | 'tenant' }
>;

export const insertHold = async (tx: Queryable, hold: Omit<HoldRow, 'released_at'>): Promise<HoldRow> =>
  (await tx.first<HoldRow>(sql`
    insert into legal_holds (id, tenant_id, scope, identity_id, thread_id, counterparty_address, reason,
                             created_by_key_id, created_at)
    values (${hold.id}, ${hold.tenant_id}, ${hold.scope}, ${hold.identity_id}, ${hold.thread_id},
            ${hold.counterparty_address}, ${hold.reason}, ${hold.created_by_key_id}, ${hold.created_at})
    returning ${columns.sql}`))!;

/** Holds of a tenant, newest first, including released ones. */
export const listHolds = (
  db: Queryable,
  tenantId: string,
  page: { beyond: string | null; take: number },
): Promise<HoldRow[]> =>
  db.rows<HoldRow>(sql`
    select ${columns.sql} from legal_holds
    where tenant_id = ${tenantId} and (${page.beyond}::text is null or id < ${page.beyond})
    order by id desc limit ${page.take}`);

export const lockHold = (tx: Queryable, tenantId: string, id: string): Promise<HoldRow | null> =>
  tx.first<HoldRow>(sql`
    select ${columns.sql} from legal_holds where id = ${id} and tenant_id = ${tenantId} for update`);

export const releaseHold = (tx: Queryable, id: string, now: Date): Promise<number> =>
  tx.run(sql`update legal_holds set released_at = ${now} where id = ${id}`);

/**
 * Active holds that may cover one of these threads of a mailbox. Holds on a counterparty cover threads that name it.
 */
export const activeHolds = (
  db: Queryable,
  tenantId: string,
  identityId: string,
  threadIds: readonly string[],
): Promise<HoldRow[]> =>
  db.rows<HoldRow>(sql`
    select ${columns.sql} from legal_holds
    where tenant_id = ${tenantId} and released_at is null
      and (scope in ('tenant', 'counterparty') or (scope = 'identity' and identity_id = ${identityId})
           or thread_id = any(${threadIds}::text[]))
    order by id`);
