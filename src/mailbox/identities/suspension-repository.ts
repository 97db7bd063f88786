import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';

/**
 * Pauses active identities while the tenant is suspended. Call it after the row of the tenant was updated in the same
 * transaction.
 * @returns the identities that it paused
 */
export const pauseActive = (db: Queryable, tenantId: string): Promise<Row<'identities', 'id'>[]> =>
  db.rows(sql`
    update identities set status = 'paused', pause_reason = 'tenant_suspended', updated_at = now()
    where tenant_id = ${tenantId} and status = 'active' and not is_system
    returning id`);

/** Resumes exactly the identities that the suspension paused. @returns these identities */
export const resumePaused = (db: Queryable, tenantId: string): Promise<Row<'identities', 'id'>[]> =>
  db.rows(sql`
    update identities set status = 'active', pause_reason = null, updated_at = now()
    where tenant_id = ${tenantId} and status = 'paused' and pause_reason = 'tenant_suspended'
    returning id`);

/** Pauses an active identity for abuse. @returns 0 if it is not active */
export const pauseOne = (tx: Queryable, id: string, now: Date): Promise<number> =>
  tx.run(sql`
    update identities set status = 'paused', pause_reason = 'abuse_threshold', updated_at = ${now}
    where id = ${id} and status = 'active'`);

/** The name of an identity for people. */
export const nameOf = async (tx: Queryable, id: string): Promise<string> => {
  const row = await tx.first<Row<'identities', 'display_name'>>(
    sql`select display_name from identities where id = ${id}`,
  );
  return row?.display_name ?? '';
};
