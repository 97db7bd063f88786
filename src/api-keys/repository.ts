import { type Database, type Queryable, sql } from '#kernel/database.ts';
import type { Level } from '#kernel/permissions.ts';

export type KeyRow = {
  id: string;
  name: string;
  level: Level;
  mode: 'live' | 'test';
  partner_id: string | null;
  tenant_id: string | null;
  identity_id: string | null;
  permissions: string[];
  expires_at: string | null;
  revoked_at: string | null;
};

/** A key found by its secret, with the state of what it hangs on. */
export type PresentedKey = KeyRow & {
  secret_hash: Buffer;
  secret_valid_until: string | null;
  tenant_status: string | null;
  partner_status: string | null;
};

/** The keys of these secrets' hashes: one statement for all requests that arrive together. */
export const findBySecretHashes = (db: Queryable, hashes: readonly Buffer[]): Promise<PresentedKey[]> =>
  db.rows<PresentedKey>({
    name: 'api_keys.find_by_secret_hashes',
    text: `select s.secret_hash, s.valid_until as secret_valid_until,
                  k.id, k.name, k.level, k.mode, k.partner_id, k.tenant_id, k.identity_id, k.permissions,
                  k.expires_at, k.revoked_at, t.status as tenant_status, p.status as partner_status
           from api_key_secrets s
           join api_keys k on k.id = s.key_id
           left join tenants t on t.id = k.tenant_id
           left join partners p on p.id = coalesce(k.partner_id, t.partner_id)
           where s.secret_hash = any($1::bytea[])`,
    values: [hashes],
  });

export type NewKey = Omit<KeyRow, 'revoked_at'> & { secret_hash: Buffer; created_by_key_id: string | null };

export async function insertKey(db: Queryable, key: NewKey): Promise<void> {
  await db.run(sql`
    with new_key as (
      insert into api_keys (id, name, level, mode, partner_id, tenant_id, identity_id, permissions, expires_at, created_by_key_id)
      values (${key.id}, ${key.name}, ${key.level}, ${key.mode}, ${key.partner_id}, ${key.tenant_id}, ${key.identity_id},
              ${key.permissions}, ${key.expires_at}, ${key.created_by_key_id})
      returning id)
    insert into api_key_secrets (secret_hash, key_id) select ${key.secret_hash}, id from new_key`);
}

/** Writes when keys were last used, many in one statement. */
export const touchKeys = (db: Database, used: ReadonlyMap<string, Date>): Promise<number> =>
  db.run(sql`
    update api_keys k set last_used_at = u.at
    from unnest(${[...used.keys()]}::text[], ${[...used.values()]}::timestamptz[]) as u (id, at)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`);
