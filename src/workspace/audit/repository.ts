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
    | 'source_address'
    | 'created_at'
  >,
  { details: Record<string, unknown> }
> & {
  /** The position of the row in its chain, and its hash in hex. */
  chain: { position: number; hash: string } | null;
};

/**
 * Writes one row. The same statement looks up the partner of the tenant, because a partner reads the rows of its
 * tenants. `is_followed` says whether a subscribed endpoint names `audit.recorded`.
 */
export async function insertAuditEvent(
  db: Queryable,
  row: Omit<AuditRow, 'created_at' | 'chain'>,
): Promise<{ created_at: string; is_followed: boolean }> {
  const inserted = await db.first<{ created_at: string; is_followed: boolean }>({
    name: 'audit.insert',
    text: `insert into audit_events (id, tenant_id, partner_id, actor_key_id, actor_user_id, action, target_type,
                                     target_id, details, request_id, source_address)
           values ($1, $2, (select partner_id from tenants where id = $2), $3, $4, $5, $6, $7, $8, $9, $10)
           returning created_at, exists (
             select from webhook_endpoints w
             where w.owner_id in ('deployment', tenant_id, partner_id) and w.enabled and 'audit.recorded' = any(w.events)
           ) as is_followed`,
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
      row.source_address,
    ],
  });
  return inserted!;
}

export type AuditFilter = Filter<
  'audit_events',
  'tenant_id' | 'partner_id' | 'actor_key_id' | 'actor_user_id' | 'action' | 'target_id'
> & {
  /** Both bounds are exclusive. */
  after: string | undefined;
  before: string | undefined;
};

const columns = sql`id, tenant_id, actor_key_id, actor_user_id, action, target_type, target_id, details, request_id,
  source_address, created_at,
  case when chain_position is not null
       then json_build_object('position', chain_position, 'hash', encode(chain_hash, 'hex')) end as chain`;

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

/** Rows, newest first. `beyond` is `[created_at, id]` of the last row of the previous page. */
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
    select ${columns} from audit_events ${where}
    order by created_at desc, id desc limit ${page.take}`);
}

/** Rows for the export, oldest first. `beyond` is `[created_at, id]` of the previous row. */
export function exportAuditEvents(
  db: Queryable,
  filter: AuditFilter,
  page: { beyond: readonly [string, string] | null; take: number },
): Promise<AuditRow[]> {
  const conditions = conditionsOf(filter);
  if (page.beyond) {
    conditions.push(sql`(created_at, id) > (${page.beyond[0]}::timestamptz, ${page.beyond[1]})`);
  }
  const where = conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : sql``;
  return db.rows<AuditRow>(sql`
    select ${columns} from audit_events ${where} order by created_at, id limit ${page.take}`);
}

export type ActorName = Row<'api_keys', 'id'> &
  Nullable<Row<'api_keys', 'name'>> & {
    kind: 'key' | 'person';
  };

/**
 * Names of actors in a tenant. Keys of the tenant have a name, and people do unless they acted as operators of the
 * deployment. Without a tenant, every actor has a name: the operator reads those.
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
