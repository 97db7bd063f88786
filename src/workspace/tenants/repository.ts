import { join, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import { columnsOf, type Filter, type Narrow, type RowOf } from '#kernel/data/row.ts';
import type { BillingMode, TopUps } from '#workspace/billing/index.ts';
import type { StoredPolicy } from './policy/catalogue.ts';
import type { Ceilings } from './policy/permission.ts';

export const tenantStatuses = ['active', 'suspended', 'erasing', 'erased'] as const;
export const tenantModes = ['live', 'test'] as const;

export type TenantStatus = (typeof tenantStatuses)[number];

const columns = columnsOf(
  'tenants',
  'id',
  'slug',
  'name',
  'mode',
  'status',
  'suspended_by',
  'partner_id',
  'address_suffix',
  'timezone',
  'policy',
  'policy_ceilings',
  'billing_mode',
  'plan_id',
  'topups',
  'created_at',
  'updated_at',
);

/** A tenant's row. `policy` has only the fields that were set, so read it through `effectivePolicy`. */
export type TenantRow = Narrow<
  RowOf<typeof columns>,
  {
    mode: (typeof tenantModes)[number];
    status: TenantStatus;
    suspended_by: 'platform' | 'partner' | null;
    policy: StoredPolicy;
    policy_ceilings: Ceilings;
    billing_mode: BillingMode;
    topups: TopUps;
  }
>;

/** The tenants that a caller reaches; null for all of them. */
export type Reach = { partner_id: string } | { tenant_id: string } | null;

/** The tenant, or null if it does not exist or is out of reach. */
export const findTenant = (db: Queryable, id: string, reach: Reach): Promise<TenantRow | null> =>
  db.first<TenantRow>({
    name: 'tenants.find',
    text: `select ${columns.names}
           from tenants
           where id = $1 and ($2::text is null or partner_id = $2) and ($3::text is null or id = $3)`,
    values: [
      id,
      reach && 'partner_id' in reach ? reach.partner_id : null,
      reach && 'tenant_id' in reach ? reach.tenant_id : null,
    ],
  });

/** Reads the tenant and locks it until the transaction ends, so that no concurrent change is lost. */
export const lockTenant = (db: Queryable, id: string): Promise<TenantRow | null> =>
  db.first<TenantRow>(sql`
    select ${columns.sql}
    from tenants where id = ${id} for update`);

/** A tenant to insert. It begins on the free plan. */
export type NewTenant = Omit<TenantRow, 'status' | 'suspended_by' | 'plan_id' | 'topups' | 'updated_at'>;

/** Inserts a tenant. @returns null if its slug or suffix is taken, which leaves the transaction usable */
export const insertTenant = (db: Queryable, tenant: NewTenant): Promise<TenantRow | null> =>
  db.first<TenantRow>(sql`
    insert into tenants (id, slug, name, mode, partner_id, address_suffix, timezone, policy, policy_ceilings,
                         billing_mode, created_at, updated_at)
    values (${tenant.id}, ${tenant.slug}, ${tenant.name}, ${tenant.mode}, ${tenant.partner_id},
            ${tenant.address_suffix}, ${tenant.timezone}, ${JSON.stringify(tenant.policy)},
            ${JSON.stringify(tenant.policy_ceilings)}, ${tenant.billing_mode}, ${tenant.created_at}, ${tenant.created_at})
    on conflict do nothing
    returning ${columns.sql}`);

export const slugIsTaken = async (db: Queryable, slug: string): Promise<boolean> =>
  (await db.first(sql`select 1 from tenants where slug = ${slug}`)) !== null;

/** Writes the fields of a tenant that can change. */
export async function updateTenant(db: Queryable, tenant: TenantRow): Promise<void> {
  await db.run(sql`
    update tenants
    set name = ${tenant.name}, timezone = ${tenant.timezone}, status = ${tenant.status},
        suspended_by = ${tenant.suspended_by}, policy = ${JSON.stringify(tenant.policy)},
        policy_ceilings = ${JSON.stringify(tenant.policy_ceilings)}, billing_mode = ${tenant.billing_mode},
        plan_id = ${tenant.plan_id}, topups = ${JSON.stringify(tenant.topups)}, updated_at = ${tenant.updated_at}
    where id = ${tenant.id}`);
}

export type TenantFilter = Filter<'tenants', 'partner_id'> & {
  status: TenantStatus | undefined;
  mode: TenantRow['mode'] | undefined;
};

/** Tenants, newest first; `beyond` is the id of the last row of the previous page. */
export function listTenants(
  db: Queryable,
  filter: TenantFilter,
  page: { beyond: string | null; take: number },
): Promise<TenantRow[]> {
  const conditions: Sql[] = [];
  if (filter.partner_id !== undefined) conditions.push(sql`partner_id = ${filter.partner_id}`);
  if (filter.status) conditions.push(sql`status = ${filter.status}`);
  if (filter.mode) conditions.push(sql`mode = ${filter.mode}`);
  if (page.beyond !== null) conditions.push(sql`id < ${page.beyond}`);
  const where = conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : sql``;
  return db.rows<TenantRow>(sql`
    select ${columns.sql}
    from tenants ${where} order by id desc limit ${page.take}`);
}

/** The number of a partner's tenants that are not erased (spec 4.3, rule 3). */
export async function countTenantsOf(db: Queryable, partnerId: string): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*) from tenants where partner_id = ${partnerId} and status <> 'erased'`);
  return row!.count;
}

export const findSettings = (
  db: Queryable,
  ids: readonly string[],
): Promise<Pick<TenantRow, 'id' | 'policy' | 'billing_mode' | 'plan_id' | 'topups'>[]> =>
  db.rows({
    name: 'tenants.find_settings',
    text: 'select id, policy, billing_mode, plan_id, topups from tenants where id = any($1::text[])',
    values: [ids],
  });

/** The shortest retention of raw messages that a tenant's policy sets, in days, or null if none sets one. */
export const findShortestRawDays = async (db: Queryable): Promise<number | null> =>
  (
    await db.first<{ days: number | null }>(sql`
      select min((policy #>> '{retention,raw_days}')::int) as days from tenants`)
  )?.days ?? null;
