import type { Permission } from '#kernel/catalogue/permissions.ts';
import { empty, type Queryable, sql } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import type { GrantRow } from './repository.ts';

export type ApplicationRow = Row<
  'oauth_grants',
  'key_id' | 'client_id' | 'client_name' | 'client_uri' | 'user_id' | 'created_at' | 'refreshed_at'
> &
  Narrow<
    Row<'api_keys', 'identity_id' | 'identity_ids' | 'permissions' | 'expires_at' | 'last_used_at'>,
    { permissions: Permission[] }
  > & { person: string | null };

/** Active connections of a workspace, newest first; only those of one person if a person is given. */
export const listApplications = (
  db: Queryable,
  of: { tenantId: string; userId: string | null },
  page: { before: string | null; take: number; now: Date },
): Promise<ApplicationRow[]> =>
  db.rows<ApplicationRow>(sql`
    select g.key_id, g.client_id, g.client_name, g.client_uri, g.user_id, g.created_at, g.refreshed_at,
           k.identity_id, k.identity_ids, k.permissions, k.expires_at, k.last_used_at, coalesce(nullif(u.name, ''), u.email) as person
    from oauth_grants g
    join api_keys k on k.id = g.key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${page.now})
    left join users u on u.id = g.user_id
    where g.tenant_id = ${of.tenantId}
      ${of.userId === null ? empty : sql`and g.user_id = ${of.userId}`}
      ${page.before === null ? empty : sql`and g.key_id < ${page.before}`}
    order by g.key_id desc limit ${page.take}`);

/** A connection of a workspace, active or ended. */
export const findGrant = (db: Queryable, tenantId: string, keyId: string): Promise<GrantRow | null> =>
  db.first<GrantRow>(sql`
    select key_id, client_id, tenant_id, user_id from oauth_grants
    where key_id = ${keyId} and tenant_id = ${tenantId}`);
