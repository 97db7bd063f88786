import { DAY } from '#kernel/base/clock.ts';
import type { Permission } from '#kernel/catalogue/permissions.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/** Records the application of a new key, and when its first token expires. */
export const markApplication = (
  tx: Queryable,
  key: { id: string; clientId: string; validUntil: Date },
): Promise<number> =>
  tx.run(sql`
    with first_token as (
      update api_key_secrets set valid_until = ${key.validUntil} where key_id = ${key.id})
    update api_keys set oauth_client_id = ${key.clientId} where id = ${key.id}`);

/**
 * Adds an access token. Earlier tokens work for a moment longer, for requests that are under way. Tokens that expired
 * long ago are deleted, so that a key has only a few.
 */
export const addAccessToken = (
  tx: Queryable,
  token: { keyId: string; hash: Buffer; prefix: string; now: Date; validUntil: Date; othersUntil: Date },
): Promise<number> =>
  tx.run(sql`
    with shown as (update api_keys set prefix = ${token.prefix} where id = ${token.keyId}),
    ended as (
      update api_key_secrets set valid_until = ${token.othersUntil}::timestamptz
      where key_id = ${token.keyId} and valid_until > ${token.othersUntil}::timestamptz),
    gone as (
      delete from api_key_secrets
      where key_id = ${token.keyId} and valid_until < ${new Date(token.now.getTime() - DAY)}::timestamptz)
    insert into api_key_secrets (secret_hash, key_id, valid_until)
    values (${token.hash}, ${token.keyId}, ${token.validUntil})`);

/** The application's key of an access token, also of one that has expired. */
export const findTokenKey = (
  db: Queryable,
  hash: Buffer,
): Promise<Row<'api_keys', 'id' | 'oauth_client_id'> | null> =>
  db.first(sql`
    select k.id, k.oauth_client_id from api_key_secrets s join api_keys k on k.id = s.key_id
    where s.secret_hash = ${hash} and k.oauth_client_id is not null`);

export const endToken = (db: Queryable, hash: Buffer, now: Date): Promise<number> =>
  db.run(sql`
    update api_key_secrets set valid_until = ${now} where secret_hash = ${hash} and valid_until > ${now}`);

/** Removes permissions from the applications of a person that the person no longer has. */
export const narrowKeys = (
  tx: Queryable,
  person: { user_id: string; tenant_id: string },
  permissions: readonly Permission[],
): Promise<number> =>
  tx.run(sql`
    update api_keys set permissions = array(
      select held from unnest(permissions) with ordinality as held_ones (held, place)
      where held = any(${permissions}::text[]) order by place)
    where created_by_user_id = ${person.user_id} and tenant_id = ${person.tenant_id}
      and oauth_client_id is not null and revoked_at is null and not permissions <@ ${permissions}::text[]`);
