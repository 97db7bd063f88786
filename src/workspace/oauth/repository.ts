import type { Permission } from '#kernel/catalogue/permissions.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';

const clientColumns = columnsOf(
  'oauth_clients',
  'id',
  'name',
  'uri',
  'redirect_uris',
  'auth_method',
  'secret_hash',
);
export type ClientRow = RowOf<typeof clientColumns>;

export const findClient = (db: Queryable, id: string, now: Date): Promise<ClientRow | null> =>
  db.first<ClientRow>(sql`
    select ${clientColumns.sql} from oauth_clients where id = ${id} and expires_at > ${now}`);

export const insertClient = (db: Queryable, client: ClientRow & { expires_at: Date }): Promise<number> =>
  db.run(sql`
    insert into oauth_clients (id, name, uri, redirect_uris, auth_method, secret_hash, expires_at)
    values (${client.id}, ${client.name}, ${client.uri}, ${client.redirect_uris}, ${client.auth_method},
            ${client.secret_hash}, ${client.expires_at})`);

/** Extends a registration that is used. Applications with a metadata document have none. */
export const prolongClient = (tx: Queryable, id: string, until: Date): Promise<number> =>
  tx.run(sql`update oauth_clients set expires_at = ${until} where id = ${id} and expires_at < ${until}`);

const requestColumns = columnsOf(
  'oauth_requests',
  'handle_hash',
  'kind',
  'client_id',
  'client_name',
  'client_uri',
  'redirect_uri',
  'state',
  'code_challenge',
  'scopes',
  'user_code',
  'polled_at',
  'expires_at',
  'decision',
  'user_id',
  'tenant_id',
  'identity_id',
  'identity_ids',
  'permissions',
  'grant_expires_at',
  'code_expires_at',
  'used_at',
  'key_id',
);

export type RequestRow = Narrow<
  RowOf<typeof requestColumns>,
  {
    kind: 'browser' | 'device';
    decision: 'approved' | 'denied' | null;
    scopes: Permission[];
    permissions: Permission[];
  }
>;

type NewRequest = Pick<
  RequestRow,
  | 'handle_hash'
  | 'kind'
  | 'client_id'
  | 'client_name'
  | 'client_uri'
  | 'redirect_uri'
  | 'state'
  | 'code_challenge'
  | 'scopes'
  | 'user_code'
> & { expires_at: Date };

/** @returns 0 if another device shows the same code */
export const insertRequest = (db: Queryable, request: NewRequest): Promise<number> =>
  db.run(sql`
    insert into oauth_requests (handle_hash, kind, client_id, client_name, client_uri, redirect_uri, state,
                                code_challenge, scopes, user_code, expires_at)
    values (${request.handle_hash}, ${request.kind}, ${request.client_id}, ${request.client_name},
            ${request.client_uri}, ${request.redirect_uri}, ${request.state}, ${request.code_challenge},
            ${request.scopes}, ${request.user_code}, ${request.expires_at})
    on conflict do nothing`);

/** The open request of a consent page, or of a device whose code was entered. */
export const findOpenRequest = (
  db: Queryable,
  by: { handle_hash: Buffer } | { user_code: string },
  now: Date,
): Promise<RequestRow | null> => {
  const which = 'user_code' in by ? sql`user_code = ${by.user_code}` : sql`handle_hash = ${by.handle_hash}`;
  return db.first<RequestRow>(sql`
    select ${requestColumns.sql} from oauth_requests
    where ${which} and decision is null and expires_at > ${now}`);
};

/** Records a decision. Only the first one counts. @returns whether this was the first */
export const decideRequest = async (
  tx: Queryable,
  handleHash: Buffer,
  decision: Pick<
    RequestRow,
    'decision' | 'user_id' | 'tenant_id' | 'identity_id' | 'identity_ids' | 'permissions' | 'grant_expires_at'
  > & {
    code_hash: Buffer | null;
    code_expires_at: Date | null;
  },
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update oauth_requests set decision = ${decision.decision}, user_id = ${decision.user_id},
      tenant_id = ${decision.tenant_id}, identity_id = ${decision.identity_id},
      identity_ids = ${decision.identity_ids}, permissions = ${decision.permissions},
      grant_expires_at = ${decision.grant_expires_at}, code_hash = ${decision.code_hash},
      code_expires_at = ${decision.code_expires_at}
    where handle_hash = ${handleHash} and decision is null and expires_at > ${now}`)) === 1;

/** The request of an authorization or device code, locked so that nobody else can exchange it before the commit. */
export const lockRequest = (
  tx: Queryable,
  by: { code_hash: Buffer } | { handle_hash: Buffer },
): Promise<RequestRow | null> => {
  const which =
    'code_hash' in by
      ? sql`code_hash = ${by.code_hash}`
      : sql`handle_hash = ${by.handle_hash} and kind = 'device'`;
  return tx.first<RequestRow>(
    sql`select ${requestColumns.sql} from oauth_requests where ${which} for update`,
  );
};

export const markPolled = (tx: Queryable, handleHash: Buffer, now: Date): Promise<number> =>
  tx.run(sql`update oauth_requests set polled_at = ${now} where handle_hash = ${handleHash}`);

export const markUsed = (tx: Queryable, handleHash: Buffer, keyId: string, now: Date): Promise<number> =>
  tx.run(sql`
    update oauth_requests set used_at = ${now}, key_id = ${keyId} where handle_hash = ${handleHash}`);

export type GrantRow = Row<'oauth_grants', 'key_id' | 'client_id' | 'tenant_id' | 'user_id'>;

export const insertGrant = (
  tx: Queryable,
  grant: GrantRow & Row<'oauth_grants', 'client_name' | 'client_uri'>,
): Promise<number> =>
  tx.run(sql`
    insert into oauth_grants (key_id, client_id, client_name, client_uri, tenant_id, user_id)
    values (${grant.key_id}, ${grant.client_id}, ${grant.client_name}, ${grant.client_uri}, ${grant.tenant_id},
            ${grant.user_id})`);

export const insertRefreshToken = (
  tx: Queryable,
  token: { hash: Buffer; keyId: string; expiresAt: Date },
): Promise<number> =>
  tx.run(sql`
    insert into oauth_refresh_tokens (token_hash, key_id, expires_at)
    values (${token.hash}, ${token.keyId}, ${token.expiresAt})`);

export type RefreshRow = GrantRow & Row<'oauth_refresh_tokens', 'token_hash' | 'expires_at' | 'used_at'>;

/** A refresh token with its grant, locked so that nobody else can use it before the commit. */
export const lockRefreshToken = (tx: Queryable, hash: Buffer): Promise<RefreshRow | null> =>
  tx.first<RefreshRow>(sql`
    select g.key_id, g.client_id, g.tenant_id, g.user_id, r.token_hash, r.expires_at, r.used_at
    from oauth_refresh_tokens r join oauth_grants g on g.key_id = r.key_id
    where r.token_hash = ${hash} for update of r`);

export const markRefreshed = (tx: Queryable, token: RefreshRow, now: Date): Promise<number> =>
  tx.run(sql`
    with used as (update oauth_refresh_tokens set used_at = ${now} where token_hash = ${token.token_hash})
    update oauth_grants set refreshed_at = ${now} where key_id = ${token.key_id}`);
