import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type FactorRow = Row<'second_factors', 'secret' | 'confirmed_at' | 'new_secret' | 'last_step'>;

/** The factors that a person has. */
export type Held = { app: boolean; passkeys: number; recovery_codes: number };

export const readHeld = async (db: Queryable, userId: string): Promise<Held> =>
  (await db.first<Held>(sql`
    select exists (select from second_factors where user_id = ${userId} and secret is not null) as app,
           (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
           (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes`))!;

export const setNewSecret = (db: Queryable, userId: string, sealed: Buffer): Promise<number> =>
  db.run(sql`
    insert into second_factors (user_id, new_secret) values (${userId}, ${sealed})
    on conflict (user_id) do update set new_secret = excluded.new_secret`);

/**
 * Counts an attempt before it is checked, so that a process that dies does not give away a free one.
 * @returns null if too many attempts failed recently; otherwise the row, which is created if there was none
 */
export const takeTry = (
  db: Queryable,
  userId: string,
  { most, now, since }: { most: number; now: Date; since: Date },
): Promise<FactorRow | null> =>
  db.first<FactorRow>(sql`
    insert into second_factors as f (user_id, failures, failures_since) values (${userId}, 1, ${now})
    on conflict (user_id) do update
    set failures = case when f.failures_since > ${since} then f.failures + 1 else 1 end,
        failures_since = case when f.failures_since > ${since} then f.failures_since else ${now} end
    where f.failures < ${most} or f.failures_since is null or f.failures_since <= ${since}
    returning secret, confirmed_at, new_secret, last_step`);

export const clearFailures = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`update second_factors set failures = 0, failures_since = null where user_id = ${userId}`);

/** Uses up the code of a time step. @returns whether it had not been used before */
export const spendStep = async (db: Queryable, userId: string, step: number): Promise<boolean> =>
  (await db.run(sql`
    update second_factors set last_step = ${step}, failures = 0, failures_since = null
    where user_id = ${userId} and last_step < ${step}`)) === 1;

/** Makes the new secret the valid one. @returns whether it was still waiting for its first code, and the step was unused */
export const confirmSecret = async (
  db: Queryable,
  userId: string,
  { sealed, step, now }: { sealed: Buffer; step: number; now: Date },
): Promise<boolean> =>
  (await db.run(sql`
    update second_factors
    set secret = new_secret, new_secret = null, confirmed_at = ${now}, last_step = ${step},
        failures = 0, failures_since = null
    where user_id = ${userId} and new_secret = ${sealed} and secret is null`)) === 1;

export const deleteApp = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`
    update second_factors set secret = null, new_secret = null, confirmed_at = null
    where user_id = ${userId} and secret is not null`);

export const deleteRecoveryCodes = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`delete from recovery_codes where user_id = ${userId}`);

export const insertRecoveryCodes = (
  db: Queryable,
  userId: string,
  hashes: readonly Buffer[],
): Promise<number> =>
  db.run(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, hash from unnest(${hashes}::bytea[]) as hash`);

/** Uses up a recovery code. @returns whether it existed and was unused */
export const spendRecoveryCode = async (
  db: Queryable,
  userId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> =>
  (await db.run(sql`
    update recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`)) === 1;

export const isMember = async (db: Queryable, tenantId: string, userId: string): Promise<boolean> =>
  (await db.first(
    sql`select 1 as found from members where tenant_id = ${tenantId} and user_id = ${userId}`,
  )) !== null;

/** Deletes all second factors of a person. @returns the number of deleted apps and passkeys */
export async function deleteFactors(db: Queryable, userId: string): Promise<number> {
  const app = await deleteApp(db, userId);
  const passkeys = await db.run(sql`delete from passkeys where user_id = ${userId}`);
  await deleteRecoveryCodes(db, userId);
  await db.run(sql`delete from sign_in_steps where user_id = ${userId}`);
  await db.run(sql`
    update sessions set second_factor_at = null where user_id = ${userId} and second_factor_at is not null`);
  return app + passkeys;
}
