import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';

/** The number of requests for an address since then: from this network, and from networks without a successful sign-in. */
export async function countRequests(
  db: Queryable,
  { addressHash, networkHash }: { addressHash: Buffer; networkHash: Buffer },
  since: Date,
): Promise<{ fromNetwork: number; fromAll: number }> {
  const row = await db.first<{ from_network: number; from_all: number }>(sql`
    select count(*) filter (where network_hash = ${networkHash})::int as from_network, count(*)::int as from_all
    from sign_in_requests where address_hash = ${addressHash} and created_at > ${since}`);
  return { fromNetwork: row!.from_network, fromAll: row!.from_all };
}

/** The network addresses from which the person with this email address is, or recently was, signed in. */
export const knownAddresses = async (db: Queryable, email: string): Promise<string[]> =>
  (
    await db.rows<{ address: string }>(sql`
      select distinct s.address from sessions s join users u on u.id = s.user_id where u.email = ${email}`)
  ).map(({ address }) => address);

/** The workspaces of a person; null stands for the deployment, for operators and for people without a workspace. */
export const workspacesOf = async (db: Queryable, userId: string): Promise<(string | null)[]> => {
  const rows = await db.rows<{ tenant_id: string | null }>(sql`
    select tenant_id from members where user_id = ${userId}
    union all
    select null where exists (select from users where id = ${userId} and is_operator)
      or not exists (select from members where user_id = ${userId})`);
  return rows.map(({ tenant_id }) => tenant_id);
};

export const insertRequest = (
  db: Queryable,
  request: Row<'sign_in_requests', 'id'> & {
    addressHash: Buffer;
    networkHash: Buffer;
    createdAt: Date;
    expiresAt: Date;
    account: (Row<'provider_accounts', 'issuer' | 'subject'> & { way: string }) | null;
  },
): Promise<number> =>
  db.run(sql`
    insert into sign_in_requests (id, address_hash, network_hash, created_at, expires_at, provider, issuer, subject)
    values (${request.id}, ${request.addressHash}, ${request.networkHash}, ${request.createdAt}, ${request.expiresAt},
            ${request.account?.way ?? null}, ${request.account?.issuer ?? null}, ${request.account?.subject ?? null})`);

/** Sets the code of a request, unless it already has one or has expired. @returns whether this call set it */
export const setCode = async (
  db: Queryable,
  request: Narrow<Row<'sign_in_requests', 'id' | 'kid'>, { kid: string }> & {
    userId: string;
    codeHash: Buffer;
    now: Date;
    expiresAt: Date;
  },
): Promise<boolean> =>
  (await db.run(sql`
    update sign_in_requests
    set user_id = ${request.userId}, code_hash = ${request.codeHash}, kid = ${request.kid},
        expires_at = ${request.expiresAt}
    where id = ${request.id} and code_hash is null and expires_at > ${request.now}`)) === 1;

export type CodeRow = Narrow<
  Row<'sign_in_requests', 'user_id' | 'code_hash' | 'kid' | 'provider' | 'issuer' | 'subject'>,
  { user_id: string; code_hash: Buffer; kid: string }
>;

/** Counts an attempt. @returns the stored code to compare, or null if no attempts are left */
export const takeTry = (db: Queryable, id: Buffer, most: number, now: Date): Promise<CodeRow | null> =>
  db.first<CodeRow>(sql`
    update sign_in_requests set tries = tries + 1
    where id = ${id} and tries < ${most} and expires_at > ${now} and code_hash is not null
    returning user_id, code_hash, kid, provider, issuer, subject`);

/** Ends a request and the links that were mailed for it. @returns whether it still existed */
export async function endRequest(db: Queryable, id: Buffer): Promise<boolean> {
  const [ended] = await Promise.all([
    db.run(sql`update sign_in_requests set code_hash = null, expires_at = created_at
               where id = ${id} and code_hash is not null`),
    db.run(sql`delete from sign_in_tokens where request_id = ${id}`),
  ]);
  return ended === 1;
}

export type TokenRow = Row<'sign_in_tokens', 'user_id' | 'kid' | 'expires_at' | 'request_id'>;

/** Takes the token of a link. Only one caller gets the row. */
export const takeToken = (db: Queryable, hash: Buffer): Promise<TokenRow | null> =>
  db.first<TokenRow>(sql`
    delete from sign_in_tokens where token_hash = ${hash} returning user_id, kid, expires_at, request_id`);

export const deleteExpiredRequests = (db: Queryable, before: Date): Promise<number> =>
  db.run(sql`delete from sign_in_requests where expires_at <= ${before} and created_at <= ${before}`);

export const findUserByEmail = (db: Queryable, email: string): Promise<Row<'users', 'id'> | null> =>
  db.first<Row<'users', 'id'>>(sql`select id from users where email = ${email}`);

export const findUsersByEmail = (
  db: Queryable,
  emails: readonly string[],
): Promise<Row<'users', 'id' | 'email'>[]> =>
  db.rows(sql`select id, email from users where email = any(${emails})`);

export async function hasOperator(db: Queryable): Promise<boolean> {
  const row = await db.first<{ found: boolean }>(
    sql`select exists (select from users where is_operator) as found`,
  );
  return row!.found;
}

export const makeOperator = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`update users set is_operator = true where id = ${userId}`);
