import { join, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import type { Filter, Narrow, Nullable, Row } from '#kernel/data/row.ts';

export type AuditRow = Narrow<
  Row<
    'audit_events',
    | 'id'
    | 'tenant_id'
    | 'actor_key_id'
    | 'actor_user_id'
    | 'action'
    | 'target_type'
    | 'target_id'
    | 'details'
    | 'request_id'
    | 'created_at'
  >,
  { details: Record<string, unknown> }
>;

/** Writes one row. The tenant's partner is looked up in the same statement: a partner reads its tenants' rows by it. */
export async function insertAuditEvent(db: Queryable, row: Omit<AuditRow, 'created_at'>): Promise<void> {
  await db.run({
    name: 'audit.insert',
    text: `insert into audit_events (id, tenant_id, partner_id, actor_key_id, actor_user_id, action, target_type,
                                     target_id, details, request_id)
           values ($1, $2, (select partner_id from tenants where id = $2), $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      row.id,
      row.tenant_id,
      row.actor_key_id,
      row.actor_user_id,
      row.action,
      row.target_type,
      row.target_id,
      JSON.stringify(row.details),
      row.request_id,
    ],
  });
}

export type AuditFilter = Filter<
  'audit_events',
  'tenant_id' | 'partner_id' | 'actor_key_id' | 'actor_user_id' | 'action' | 'target_id'
> & {
  /** Both exclusive. */
  after: string | undefined;
  before: string | undefined;
};

const conditionsOf = (filter: AuditFilter): Sql[] => {
  const conditions: Sql[] = [];
  if (filter.tenant_id !== undefined) conditions.push(sql`tenant_id = ${filter.tenant_id}`);
  if (filter.partner_id !== undefined) conditions.push(sql`partner_id = ${filter.partner_id}`);
  if (filter.actor_key_id !== undefined) conditions.push(sql`actor_key_id = ${filter.actor_key_id}`);
  if (filter.actor_user_id !== undefined) conditions.push(sql`actor_user_id = ${filter.actor_user_id}`);
  if (filter.action !== undefined) conditions.push(sql`action = ${filter.action}`);
  if (filter.target_id !== undefined) conditions.push(sql`target_id = ${filter.target_id}`);
  if (filter.after) conditions.push(sql`created_at > ${filter.after}::timestamptz`);
  if (filter.before) conditions.push(sql`created_at < ${filter.before}::timestamptz`);
  return conditions;
};

/** Rows newest first. `beyond`: `[created_at, id]` of the last row of the page before. */
export function listAuditEvents(
  db: Queryable,
  filter: AuditFilter,
  page: { beyond: readonly [string, string] | null; take: number },
): Promise<AuditRow[]> {
  const conditions = conditionsOf(filter);
  if (page.beyond) {
    conditions.push(sql`(created_at, id) < (${page.beyond[0]}::timestamptz, ${page.beyond[1]})`);
  }
  const where = conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : sql``;
  return db.rows<AuditRow>(sql`
    select id, tenant_id, actor_key_id, actor_user_id, action, target_type, target_id, details, request_id, created_at
    from audit_events ${where}
    order by created_at desc, id desc limit ${page.take}`);
}

export type ActorName = Row<'api_keys', 'id'> &
  Nullable<Row<'api_keys', 'name'>> & {
    kind: 'key' | 'person';
  };

/**
 * Who these are that acted in a tenant. A name is given to keys of the tenant, and to people who are not there as the
 * deployment's operators. Without a tenant: whoever they are, for the operator.
 */
export const nameActors = (
  db: Queryable,
  tenantId: string | null,
  ids: readonly string[],
): Promise<ActorName[]> =>
  db.rows<ActorName>(sql`
    select k.id, case when ${tenantId}::text is null or k.tenant_id = ${tenantId} then k.name end as name, 'key' as kind
    from api_keys k
    where k.id = any(${ids}::text[])
      and (${tenantId}::text is null
           or exists (select from audit_events a where a.actor_key_id = k.id and a.tenant_id = ${tenantId}))
    union all
    select u.id, case when ${tenantId}::text is null or m.user_id is not null or not u.is_operator then u.name end, 'person'
    from users u left join members m on m.user_id = u.id and m.tenant_id = ${tenantId}
    where u.id = any(${ids}::text[])
      and (${tenantId}::text is null
           or exists (select from audit_events a where a.actor_user_id = u.id and a.tenant_id = ${tenantId}))`);
