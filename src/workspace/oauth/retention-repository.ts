import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/** Deletes ended requests once a second use of their code no longer needs to be detected as theft. */
export const deleteOldRequests = (db: Queryable, before: Date): Promise<number> =>
  db.run(sql`delete from oauth_requests where expires_at < ${before}`);

export const deleteOldClients = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`delete from oauth_clients where expires_at <= ${now}`);

/** Deletes expired tokens, and used ones whose reuse no longer needs to be detected. */
export const deleteOldRefreshTokens = (db: Queryable, now: Date, usedBefore: Date): Promise<number> =>
  db.run(sql`delete from oauth_refresh_tokens where expires_at < ${now} or used_at < ${usedBefore}`);

/** Active connections without a valid refresh token. Nobody can use them any more. */
export const findAbandoned = (
  db: Queryable,
  now: Date,
  take: number,
): Promise<Row<'oauth_grants', 'key_id' | 'tenant_id' | 'client_id'>[]> =>
  db.rows(sql`
    select g.key_id, g.tenant_id, g.client_id from oauth_grants g
    join api_keys k on k.id = g.key_id and k.revoked_at is null
    where not exists (
        select from oauth_refresh_tokens r
        where r.key_id = g.key_id and r.used_at is null and r.expires_at > ${now})
    order by g.key_id limit ${take}`);

/** Deletes connections whose key ended before this time, with their tokens. */
export const deleteEndedGrants = (db: Queryable, before: Date): Promise<number> =>
  db.run(sql`
    with ended as (
      delete from oauth_grants g using api_keys k
      where k.id = g.key_id and (k.revoked_at < ${before} or k.expires_at < ${before})
      returning g.key_id)
    delete from oauth_refresh_tokens r using ended where r.key_id = ended.key_id`);

/** Deletes connections of an erased workspace, with their tokens. @returns the number of connections */
export const deleteGrantsOf = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run(sql`
    with chosen as (
      select key_id from oauth_grants where tenant_id = ${tenantId} order by key_id limit ${take}),
    tokens as (delete from oauth_refresh_tokens r using chosen c where r.key_id = c.key_id)
    delete from oauth_grants g using chosen c where g.key_id = c.key_id`);

export const deleteRequestsOf = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run(sql`
    delete from oauth_requests where handle_hash in (
      select handle_hash from oauth_requests where tenant_id = ${tenantId} limit ${take})`);
