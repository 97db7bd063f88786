import { type Queryable, sql } from '#kernel/data/database.ts';

/** Only the erasure job changes the tenant from here on (interface-spec 3.3). Lock the tenant first. */
export const beginTenantErasure = (tx: Queryable, id: string, now: Date): Promise<number> =>
  tx.run(sql`
    update tenants set status = 'erasing', suspended_by = null, updated_at = ${now} where id = ${id}`);

/** Slug, suffix and partner stay: nobody takes the names again, and the partner's books stay whole. */
export const finishTenantErasure = (tx: Queryable, id: string, now: Date): Promise<number> =>
  tx.run(sql`
    update tenants set status = 'erased', name = '', updated_at = ${now}
    where id = ${id} and status = 'erasing'`);
