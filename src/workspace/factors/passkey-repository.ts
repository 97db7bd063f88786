import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type PasskeyRow = Row<
  'passkeys',
  'id' | 'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports'
>;
export type ListedPasskey = Row<'passkeys', 'id' | 'name' | 'is_synced' | 'created_at' | 'used_at'>;

export const insertChallenge = (
  db: Queryable,
  hash: Buffer,
  userId: string | null,
  expiresAt: Date,
): Promise<number> =>
  db.run(sql`
    insert into passkey_challenges (challenge_hash, user_id, expires_at) values (${hash}, ${userId}, ${expiresAt})`);

/** Consumes a challenge, so that only one caller gets it. `userId` is null for a sign-in. */
export const takeChallenge = async (
  db: Queryable,
  hash: Buffer,
  userId: string | null,
  now: Date,
): Promise<boolean> =>
  (await db.run(sql`
    delete from passkey_challenges
    where challenge_hash = ${hash} and user_id is not distinct from ${userId} and expires_at > ${now}`)) ===
  1;

export const deleteExpiredChallenges = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`delete from passkey_challenges where expires_at <= ${now}`);

export const findPasskey = (db: Queryable, credentialId: Buffer): Promise<PasskeyRow | null> =>
  db.first<PasskeyRow>(sql`
    select id, user_id, credential_id, public_key, counter, transports from passkeys
    where credential_id = ${credentialId}`);

export const credentialsOf = (
  db: Queryable,
  userId: string,
): Promise<Row<'passkeys', 'credential_id' | 'transports'>[]> =>
  db.rows(sql`select credential_id, transports from passkeys where user_id = ${userId} order by id`);

export const listPasskeys = (db: Queryable, userId: string): Promise<ListedPasskey[]> =>
  db.rows<ListedPasskey>(sql`
    select id, name, is_synced, created_at, used_at from passkeys where user_id = ${userId} order by id`);

/** Stores a passkey. @returns whether it is new; a credential belongs to only one person */
export const insertPasskey = async (
  db: Queryable,
  key: PasskeyRow & Row<'passkeys', 'name' | 'is_synced'> & { created_at: Date },
): Promise<boolean> =>
  (await db.run(sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, is_synced, created_at)
    values (${key.id}, ${key.user_id}, ${key.name}, ${key.credential_id}, ${key.public_key}, ${key.counter},
            ${key.transports}, ${key.is_synced}, ${key.created_at})
    on conflict (credential_id) do nothing`)) === 1;

/** Updates the signature counter. @returns whether no other request used the same value in the meantime */
export const spendCount = async (
  db: Queryable,
  { id, before, counter, now }: { id: string; before: number; counter: number; now: Date },
): Promise<boolean> =>
  (await db.run(sql`
    update passkeys set counter = ${counter}, used_at = ${now} where id = ${id} and counter = ${before}`)) ===
  1;

export const renamePasskey = (db: Queryable, userId: string, id: string, name: string): Promise<number> =>
  db.run(sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId}`);

export const deletePasskey = (db: Queryable, userId: string, id: string): Promise<number> =>
  db.run(sql`delete from passkeys where id = ${id} and user_id = ${userId}`);
