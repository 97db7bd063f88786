import { empty, type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type RowOf } from '#kernel/data/row.ts';
import type { Page } from '#kernel/operation/page.ts';

export type KeyStatus = 'active' | 'retiring' | 'revoked';

const columns = columnsOf(
  'identity_keys',
  'kid',
  'identity_id',
  'tenant_id',
  'public_x',
  'private_key',
  'status',
  'created_at',
  'retire_at',
  'revoked_at',
);

export type IdentityKeyRow = Narrow<RowOf<typeof columns>, { status: KeyStatus }>;

/** The identity's keys of every state, newest first. */
export const listKeysOf = (
  db: Queryable,
  identityId: string,
  page: Pick<Page, 'after' | 'take'>,
): Promise<IdentityKeyRow[]> => {
  const beyond =
    page.after === null ? empty : sql`and (created_at, kid) < (${page.after[0]}, ${page.after[1]})`;
  return db.rows<IdentityKeyRow>(sql`
    select ${columns.sql} from identity_keys where identity_id = ${identityId} ${beyond}
    order by created_at desc, kid desc limit ${page.take}`);
};

export const findActiveKey = (db: Queryable, identityId: string): Promise<IdentityKeyRow | null> =>
  db.first<IdentityKeyRow>(sql`
    select ${columns.sql} from identity_keys where identity_id = ${identityId} and status = 'active'`);

export const findKey = (db: Queryable, identityId: string, kid: string): Promise<IdentityKeyRow | null> =>
  db.first<IdentityKeyRow>(sql`
    select ${columns.sql} from identity_keys where identity_id = ${identityId} and kid = ${kid}`);

export const insertKey = (db: Queryable, key: IdentityKeyRow): Promise<unknown> =>
  db.run(sql`
    insert into identity_keys (kid, identity_id, tenant_id, public_x, private_key, status, created_at)
    values (${key.kid}, ${key.identity_id}, ${key.tenant_id}, ${key.public_x}, ${key.private_key}, ${key.status},
            ${key.created_at})`);

/** Retires the key: from now on it only verifies, until `retireAt`. */
export const retireKey = (db: Queryable, kid: string, retireAt: Date): Promise<unknown> =>
  db.run(sql`
    update identity_keys set status = 'retiring', private_key = null, retire_at = ${retireAt} where kid = ${kid}`);

export const revokeKeyRow = (db: Queryable, kid: string, now: Date): Promise<unknown> =>
  db.run(sql`
    update identity_keys set status = 'revoked', private_key = null, revoked_at = ${now} where kid = ${kid}`);

/** Revokes keys whose overlap has ended, up to a maximum number. @returns those keys */
export const revokeRetired = (
  db: Queryable,
  now: Date,
  most: number,
): Promise<Pick<IdentityKeyRow, 'kid' | 'identity_id' | 'tenant_id'>[]> =>
  db.rows(sql`
    update identity_keys set status = 'revoked', revoked_at = retire_at
    where kid in (
      select kid from identity_keys where status = 'retiring' and retire_at <= ${now}
      order by retire_at limit ${most} for update skip locked)
    returning kid, identity_id, tenant_id`);

/**
 * Revokes the keys of a mailbox or a whole tenant. The private keys are deleted; the ids stay, so that they
 * are never published again (spec 4.4, rule 5). Without `now`, the database's time is used.
 */
export const revokeKeysWithin = async (
  db: Queryable,
  scope: { tenantId: string; identityId: string | null },
  now: Date | null,
): Promise<string[]> => {
  const rows = await db.rows<Pick<IdentityKeyRow, 'kid'>>(sql`
    update identity_keys k set status = 'revoked', private_key = null, revoked_at = coalesce(${now}::timestamptz, now())
    from identities i
    where i.tenant_id = ${scope.tenantId} and (${scope.identityId}::text is null or i.id = ${scope.identityId})
      and k.identity_id = i.id and k.status <> 'revoked'
    returning k.kid`);
  return rows.map(({ kid }) => kid);
};

/** Revokes keys that are known to be revoked, in case the database is an older backup. @returns those that were not */
export const revokeBuried = (
  db: Queryable,
  kids: readonly string[],
  now: Date,
): Promise<Pick<IdentityKeyRow, 'kid' | 'identity_id' | 'tenant_id'>[]> =>
  db.rows(sql`
    update identity_keys set status = 'revoked', private_key = null, revoked_at = ${now}
    where kid = any(${kids}::text[]) and status <> 'revoked'
    returning kid, identity_id, tenant_id`);

/** The name of the tenant, which is responsible for its identities. */
export const findOrganisation = async (db: Queryable, tenantId: string): Promise<string> =>
  (await db.first<{ name: string }>(sql`select name from tenants where id = ${tenantId}`))?.name ?? '';

export type PublishedKey = Pick<IdentityKeyRow, 'kid' | 'public_x'>;

/** `next_retirement` is when the first of them leaves the set automatically. */
export type PublishedKeys = { tenant_id: string; next_retirement: string | null; keys: PublishedKey[] };

/**
 * The keys that others may use for verifying now, or null for an identity that publishes none because it cannot act:
 * paused, deleting or deleted, or its tenant is not active.
 */
export const publishedKeys = (db: Queryable, identityId: string, now: Date): Promise<PublishedKeys | null> =>
  db.first<PublishedKeys>(sql`
    select i.tenant_id, k.next_retirement, k.keys
    from identities i join tenants t on t.id = i.tenant_id
    cross join lateral (
      select min(k.retire_at) as next_retirement,
        coalesce(jsonb_agg(jsonb_build_object('kid', k.kid, 'public_x', k.public_x) order by k.status, k.created_at desc),
                 '[]') as keys
      from identity_keys k
      where k.identity_id = i.id and k.status <> 'revoked' and (k.retire_at is null or k.retire_at > ${now})) k
    where i.id = ${identityId} and i.status = 'active' and t.status = 'active' and not i.is_system`);
