import { empty, join, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type RowOf } from '#kernel/data/row.ts';
import { type Actor, identitiesOf } from '#kernel/operation/actor.ts';
import type { RefusalReason, RefusalStage } from './reasons.ts';

const columns = columnsOf(
  'smtp_refusals',
  'id',
  'tenant_id',
  'identity_id',
  'recipient',
  'stage',
  'reason',
  'smtp_code',
  'network',
  'message_id',
  'at',
);

export type RefusalRow = Narrow<RowOf<typeof columns>, { stage: RefusalStage; reason: RefusalReason }>;
export type NewRefusal = Omit<RefusalRow, 'tenant_id'> & { tenant_id: string | null };

/**
 * Writes a batch of refusals. An unknown address belongs to the identity that once had it, or else to the tenant that
 * has verified its domain. Refusals without an owner are left out.
 */
export const insertRefusals = (db: Queryable, rows: readonly NewRefusal[]): Promise<number> =>
  db.run({
    name: 'smtp_refusals.insert',
    text: `insert into smtp_refusals (id, tenant_id, identity_id, recipient, stage, reason, smtp_code, network, message_id, at)
           select r.id, coalesce(r.tenant_id, a.tenant_id, d.tenant_id), coalesce(r.identity_id, a.identity_id), r.recipient,
             r.stage, r.reason, r.smtp_code, r.network, r.message_id, r.at
           from jsonb_to_recordset($1::jsonb) as r (id text, tenant_id text, identity_id text, recipient text, stage text,
             reason text, smtp_code int, network text, message_id text, at timestamptz)
           left join addresses a on r.tenant_id is null and a.address = r.recipient
           left join domains d on r.tenant_id is null and a.id is null
             and d.domain = split_part(r.recipient, '@', 2) and d.proven_at is not null
           where coalesce(r.tenant_id, a.tenant_id, d.tenant_id) is not null`,
    values: [JSON.stringify(rows)],
  });

/** The refusals within a key's reach. Refusals for a domain without a mailbox belong to its tenant. */
function within(actor: Actor): Sql {
  const { level, partner_id, tenant_id } = actor;
  if (level === 'platform') return sql`true`;
  if (level === 'partner')
    return sql`r.tenant_id in (select t.id from tenants t where t.partner_id = ${partner_id})`;
  const ofTenant = sql`r.tenant_id = ${tenant_id}`;
  return level === 'tenant' ? ofTenant : sql`${ofTenant} and r.identity_id = any(${identitiesOf(actor)})`;
}

export type RefusalFilter = {
  tenant_id?: string | undefined;
  identity_id?: string | undefined;
  message_id?: string | undefined;
};

/** Refusals within the caller's reach, newest first. `before`: the id of the last row of the page before. */
export function listRefusals(
  db: Queryable,
  actor: Actor,
  { tenant_id, identity_id, message_id }: RefusalFilter,
  page: { before: string | null; take: number },
): Promise<RefusalRow[]> {
  const conditions = [
    within(actor),
    tenant_id === undefined ? empty : sql`r.tenant_id = ${tenant_id}`,
    identity_id === undefined ? empty : sql`r.identity_id = ${identity_id}`,
    message_id === undefined ? empty : sql`r.message_id = ${message_id}`,
    page.before === null ? empty : sql`r.id < ${page.before}`,
  ].filter((condition) => condition !== empty);
  return db.rows<RefusalRow>(sql`
    select ${columns.of('r').sql} from smtp_refusals r
    where ${join(conditions, ' and ')} order by r.id desc limit ${page.take}`);
}

/** Deletes old refusals, a limited number at a time. */
export const deleteRefusalsBefore = (db: Queryable, time: Date, take: number): Promise<number> =>
  db.run(sql`
    delete from smtp_refusals where id in (
      select id from smtp_refusals where at < ${time} order by at limit ${take})`);

export const deleteRefusalsOf = (
  tx: Queryable,
  owner: { tenantId: string; identityId: string | null },
  take: number,
): Promise<number> =>
  tx.run(sql`
    delete from smtp_refusals where id in (
      select id from smtp_refusals
      where tenant_id = ${owner.tenantId}
        and (${owner.identityId}::text is null or identity_id = ${owner.identityId})
      limit ${take})`);
