import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

type Key = Row<'provider_accounts', 'issuer' | 'subject'>;
export type ListedAccount = Row<'provider_accounts', 'id' | 'provider' | 'email' | 'created_at' | 'used_at'>;

export const findAccount = (
  db: Queryable,
  { issuer, subject }: Key,
): Promise<(Row<'provider_accounts', 'id' | 'user_id'> & Row<'users', 'email'>) | null> =>
  db.first(sql`
    select a.id, a.user_id, u.email from provider_accounts a join users u on u.id = a.user_id
    where a.issuer = ${issuer} and a.subject = ${subject}`);

/** Links an account to a person. @returns whether it did not belong to anybody before */
export const insertAccount = async (
  db: Queryable,
  account: Key & Row<'provider_accounts', 'id' | 'user_id' | 'provider'> & { addresses: readonly string[] },
  now: Date,
): Promise<boolean> =>
  (await db.run(sql`
    insert into provider_accounts (id, user_id, provider, issuer, subject, email, created_at, used_at)
    values (${account.id}, ${account.user_id}, ${account.provider}, ${account.issuer}, ${account.subject},
            ${account.addresses[0] ?? null}, ${now}, ${now})
    on conflict (issuer, subject) do nothing`)) === 1;

export const touchAccount = (db: Queryable, id: string, now: Date): Promise<number> =>
  db.run(sql`update provider_accounts set used_at = ${now} where id = ${id}`);

export const listAccounts = (db: Queryable, userId: string): Promise<ListedAccount[]> =>
  db.rows<ListedAccount>(sql`
    select id, provider, email, created_at, used_at from provider_accounts
    where user_id = ${userId} order by created_at, id`);

/** Unlinks an account. @returns its provider, or null if it does not belong to this person */
export const deleteAccount = async (db: Queryable, userId: string, id: string): Promise<string | null> =>
  (
    await db.first<Row<'provider_accounts', 'provider'>>(sql`
      delete from provider_accounts where id = ${id} and user_id = ${userId} returning provider`)
  )?.provider ?? null;
