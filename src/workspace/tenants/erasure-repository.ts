import { type Queryable, sql } from '#kernel/data/database.ts';

/** Marks a tenant as being erased. From then on, only the erasure job changes it (spec 3.3). Lock the tenant first. */
export const beginTenantErasure = (tx: Queryable, id: string, now: Date): Promise<number> =>
  tx.run(sql`
    update tenants set status = 'erasing', suspended_by = null, updated_at = ${now} where id = ${id}`);

/**
 * Empties a tenant. Slug, suffix and partner stay, so that the names are not reused and the partner's records stay complete.
 */
export const finishTenantErasure = (tx: Queryable, id: string, now: Date): Promise<number> =>
  tx.run(sql`
    update tenants set status = 'erased', name = '', updated_at = ${now}
    where id = ${id} and status = 'erasing'`);
