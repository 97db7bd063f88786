import type { Level, Permission } from '#kernel/catalogue/permissions.ts';
import { type Database, empty, join, type Queryable, raw, type Sql, sql } from '#kernel/data/database.ts';
import { type Column, columnsOf, type Filter, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';
import { type Actor, identitiesOf } from '#kernel/operation/actor.ts';
import { requestsPerMinute } from '#workspace/tenants/index.ts';
import type { Holder } from './scope.ts';

const keyColumns = columnsOf(
  'api_keys',
  'id',
  'name',
  'level',
  'mode',
  'partner_id',
  'tenant_id',
  'identity_id',
  'identity_ids',
  'permissions',
  'expires_at',
  'allowed_cidrs',
  'mcp_view',
  'tools',
  'oauth_client_id',
  'prefix',
  'created_by_key_id',
  'created_by_user_id',
  'created_at',
  'last_used_at',
);

export type KeyRow = Narrow<
  RowOf<typeof keyColumns>,
  { level: Level; mode: 'live' | 'test'; permissions: Permission[]; mcp_view: 'agent' | 'plain' | null }
>;

/** A key found by its secret, with the state of the objects it depends on. */
export type PresentedKey = Omit<
  KeyRow,
  'created_at' | 'last_used_at' | 'prefix' | 'created_by_key_id' | 'created_by_user_id'
> &
  Row<'api_key_secrets', 'secret_hash'> &
  Row<'api_keys', 'revoked_at'> & {
    secret_valid_until: Column<'api_key_secrets', 'valid_until'>;
    tenant_status: Column<'tenants', 'status'> | null;
    tenant_requests_per_minute: number | null;
    partner_status: Column<'partners', 'status'> | null;
  };

/** The keys with these hashes of secrets, in one statement for all requests that arrive together. */
export const findBySecretHashes = (db: Queryable, hashes: readonly Buffer[]): Promise<PresentedKey[]> =>
  db.rows<PresentedKey>({
    name: 'api_keys.find_by_secret_hashes',
    text: `select s.secret_hash, s.valid_until as secret_valid_until,
                  k.id, k.name, k.level, k.mode, k.partner_id, k.tenant_id, k.identity_id, k.identity_ids, k.permissions,
                  k.expires_at, k.allowed_cidrs, k.mcp_view, k.tools, k.oauth_client_id, k.revoked_at, t.status as tenant_status, p.status as partner_status,
                  ${requestsPerMinute('t')} as tenant_requests_per_minute
           from api_key_secrets s
           join api_keys k on k.id = s.key_id
           left join tenants t on t.id = k.tenant_id
           left join partners p on p.id = coalesce(k.partner_id, t.partner_id)
           where s.secret_hash = any($1::bytea[])`,
    values: [hashes],
  });

export type NewKey = Omit<KeyRow, 'created_at' | 'last_used_at' | 'oauth_client_id'> &
  Row<'api_key_secrets', 'secret_hash'>;

export async function insertKey(db: Queryable, key: NewKey): Promise<KeyRow> {
  const row = await db.first<KeyRow>(sql`
    with k as (
      insert into api_keys (id, name, level, mode, partner_id, tenant_id, identity_id, identity_ids, permissions,
                            expires_at, allowed_cidrs, mcp_view, tools, prefix, created_by_key_id, created_by_user_id)
      values (${key.id}, ${key.name}, ${key.level}, ${key.mode}, ${key.partner_id}, ${key.tenant_id}, ${key.identity_id},
              ${key.identity_ids}, ${key.permissions}, ${key.expires_at}, ${key.allowed_cidrs}, ${key.mcp_view},
              ${key.tools}, ${key.prefix}, ${key.created_by_key_id}, ${key.created_by_user_id})
      returning *),
    first_secret as (
      insert into api_key_secrets (secret_hash, key_id) select ${key.secret_hash}, id from k)
    select ${keyColumns.of('k').sql} from k`);
  return row!;
}

/** Writes when keys were last used, many in one statement. */
export const touchKeys = (db: Database, used: ReadonlyMap<string, Date>): Promise<number> =>
  db.run(sql`
    update api_keys k set last_used_at = u.at
    from unnest(${[...used.keys()]}::text[], ${[...used.values()]}::timestamptz[]) as u (id, at)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`);

/**
 * A condition for the keys that a caller manages (spec 4.10), never wider ones. A missing id must not widen it, so it
 * becomes the empty string, which no row has.
 */
function within(actor: Actor): Sql {
  if (actor.level === 'platform') return sql`true`;
  if (actor.level === 'tenant') return sql`k.tenant_id = ${actor.tenant_id ?? ''}`;
  if (actor.level === 'identity') {
    const own = identitiesOf(actor);
    return sql`(k.identity_id = any(${own}) or (k.identity_ids <> '{}' and k.identity_ids <@ ${own}::text[]))`;
  }
  return sql`k.partner_id = ${actor.partner_id ?? ''} and k.level in ('tenant', 'identity')
    and not exists (select from tenants t where t.id = k.tenant_id and t.status in ('erasing', 'erased'))`;
}

export const findKey = (db: Queryable, actor: Actor, id: string): Promise<KeyRow | null> =>
  db.first<KeyRow>(sql`
    select ${keyColumns.of('k').sql} from api_keys k where k.id = ${id} and k.revoked_at is null and ${within(actor)}`);

export type KeyFilters = Filter<'api_keys', 'tenant_id' | 'identity_id'> & {
  level?: Level | undefined;
  /** The key or the person that created them. */
  created_by?: string | undefined;
};

/** Keys, newest first. `before` is the id of the last row of the previous page. */
export function listKeys(
  db: Queryable,
  actor: Actor,
  filters: KeyFilters,
  page: { before: string | null; take: number },
): Promise<KeyRow[]> {
  const { tenant_id, identity_id, level, created_by } = filters;
  const conditions = [
    sql`k.revoked_at is null`,
    within(actor),
    tenant_id === undefined ? empty : sql`k.tenant_id = ${tenant_id}`,
    identity_id === undefined
      ? empty
      : sql`(k.identity_id = ${identity_id} or k.identity_ids @> array[${identity_id}])`,
    level === undefined ? empty : sql`k.level = ${level}`,
    created_by === undefined
      ? empty
      : sql`(k.created_by_key_id = ${created_by} or k.created_by_user_id = ${created_by})`,
    page.before === null ? empty : sql`k.id < ${page.before}`,
  ].filter((condition) => condition !== empty);
  return db.rows<KeyRow>(sql`
    select ${keyColumns.of('k').sql} from api_keys k
    where ${join(conditions, ' and ')}
    order by k.id desc limit ${page.take}`);
}

/** Locks the key until the transaction ends. False if it has been revoked. */
export const lockKey = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.first(sql`select id from api_keys where id = ${id} and revoked_at is null for update`)) !== null;

/** The same, with the whole key. Null if it has been revoked. */
export const lockedKey = (db: Queryable, id: string): Promise<KeyRow | null> =>
  db.first<KeyRow>(sql`
    select ${keyColumns.sql} from api_keys where id = ${id} and revoked_at is null for update`);

/** Adds a new secret. The current one works until `overlapUntil`; any older one stops working now. */
export const replaceSecret = (
  db: Queryable,
  rotation: { keyId: string; newHash: Buffer; prefix: string; now: Date; overlapUntil: Date },
): Promise<number> =>
  db.run(sql`
    with shown as (update api_keys set prefix = ${rotation.prefix} where id = ${rotation.keyId}),
    ended as (
      update api_key_secrets
      set valid_until = case when valid_until is null then ${rotation.overlapUntil}::timestamptz else ${rotation.now}::timestamptz end
      where key_id = ${rotation.keyId} and (valid_until is null or valid_until > ${rotation.now}))
    insert into api_key_secrets (secret_hash, key_id) values (${rotation.newHash}, ${rotation.keyId})`);

/** Revokes a key. @returns whether this call did so */
export const markRevoked = async (db: Queryable, id: string, now: Date): Promise<boolean> =>
  (await db.run(sql`update api_keys set revoked_at = ${now} where id = ${id} and revoked_at is null`)) === 1;

/**
 * Removes a deleted identity from keys with several identities. A key without any other identity is revoked and keeps this
 * last one, so that an erasure can find the key.
 */
export const leaveKeysOfSeveral = (db: Queryable, identityId: string, now: Date): Promise<number> =>
  db.run(sql`
    update api_keys set
      identity_ids = case when cardinality(identity_ids) > 1 then array_remove(identity_ids, ${identityId}) else identity_ids end,
      revoked_at = case when cardinality(identity_ids) > 1 then revoked_at else ${now}::timestamptz end
    where identity_ids @> array[${identityId}] and revoked_at is null`);

/** Revokes every key of a deleted partner, tenant or identity, including the keys of everything below it. */
export function revokeKeysOf(
  db: Queryable,
  owner:
    | Narrow<Row<'api_keys', 'partner_id'>, { partner_id: string }>
    | Narrow<Row<'api_keys', 'tenant_id'>, { tenant_id: string }>
    | Narrow<Row<'api_keys', 'identity_id'>, { identity_id: string }>,
  now: Date,
): Promise<number> {
  const [column, id] = Object.entries(owner)[0] as [string, string];
  return db.run(
    sql`update api_keys set revoked_at = ${now} where ${raw(`${column} = `)}${id} and revoked_at is null`,
  );
}

/**
 * Revokes all keys that these creators created, directly or through other keys; within one tenant if one is named.
 * @returns the keys that this call revoked
 */
export const revokeDescendants = (
  tx: Queryable,
  maker: { key_id: string } | { user_id: string; tenant_id: string },
  now: Date,
): Promise<Row<'api_keys', 'id' | 'tenant_id'>[]> => {
  const first =
    'key_id' in maker
      ? sql`k.created_by_key_id = ${maker.key_id}`
      : sql`k.created_by_user_id = ${maker.user_id} and k.tenant_id = ${maker.tenant_id}`;
  return tx.rows(sql`
    with recursive made as (
      select k.id from api_keys k where ${first}
      union
      select k.id from api_keys k join made on k.created_by_key_id = made.id)
    update api_keys k set revoked_at = ${now} from made
    where k.id = made.id and k.revoked_at is null
    returning k.id, k.tenant_id`);
};

export type HolderRow = Holder & {
  tenant_id: Column<'tenants', 'id'>;
  tenant_status: Column<'tenants', 'status'>;
};

/** The tenant that a key is created for, locked so that it cannot be suspended or erased before the commit. */
export const findTenantHolder = (db: Queryable, tenantId: string): Promise<HolderRow | null> =>
  db.first<HolderRow>(sql`
    select t.partner_id, t.id as tenant_id, null as identity_id, t.mode, t.status as tenant_status
    from tenants t where t.id = ${tenantId} for share`);

/** Those of these identities that are not deleted, for a new key. */
export const findIdentityHolders = (db: Queryable, identityIds: readonly string[]): Promise<HolderRow[]> =>
  db.rows<HolderRow>(sql`
    select t.partner_id, t.id as tenant_id, i.id as identity_id, t.mode, t.status as tenant_status
    from identities i join tenants t on t.id = i.tenant_id
    where i.id = any(${identityIds}) and not i.is_system and i.status in ('active', 'paused')
    order by i.id for share`);

/** Whether the partner exists and is not deleted. */
export const partnerExists = async (db: Queryable, partnerId: string): Promise<boolean> =>
  (await db.first(sql`select id from partners where id = ${partnerId} and status <> 'deleted' for share`)) !==
  null;
