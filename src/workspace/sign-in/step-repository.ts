import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

export type StepRow = Row<'sign_in_steps', 'user_id' | 'kid' | 'way' | 'tenant_id'>;

export const insertStep = (
  db: Queryable,
  step: StepRow & Row<'sign_in_steps', 'token_hash'> & { expires_at: Date },
): Promise<number> =>
  db.run(sql`
    insert into sign_in_steps (token_hash, user_id, kid, way, tenant_id, expires_at)
    values (${step.token_hash}, ${step.user_id}, ${step.kid}, ${step.way}, ${step.tenant_id}, ${step.expires_at})`);

/** Counts an attempt before it is checked. Null if the sign-in has expired or has no attempts left. */
export const takeStepTry = (db: Queryable, hash: Buffer, most: number, now: Date): Promise<StepRow | null> =>
  db.first<StepRow>(sql`
    update sign_in_steps set tries = tries + 1
    where token_hash = ${hash} and tries < ${most} and expires_at > ${now}
    returning user_id, kid, way, tenant_id`);

export const findStep = (db: Queryable, hash: Buffer, now: Date): Promise<StepRow | null> =>
  db.first<StepRow>(sql`
    select user_id, kid, way, tenant_id from sign_in_steps where token_hash = ${hash} and expires_at > ${now}`);

/** Ends a sign-in that waits for its second factor. @returns whether this call did so */
export const endStep = async (db: Queryable, hash: Buffer): Promise<boolean> =>
  (await db.run(sql`delete from sign_in_steps where token_hash = ${hash}`)) === 1;

export const deleteExpiredSteps = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`delete from sign_in_steps where expires_at <= ${now}`);
