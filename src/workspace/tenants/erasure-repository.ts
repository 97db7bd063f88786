import { type Queryable, sql } from '#kernel/data/database.ts';

/** Only the erasure job changes the tenant from here on (spec 3.3). Lock the tenant first. */
export const beginTenantErasure = (tx: Queryable, id: string, now: Date): Promise<number> =>
  tx.run(sql`
    update tenants set status = 'erasing', suspended_by = null, updated_at = ${now} where id = ${id}`);

/** Slug, suffix and partner stay, so that the names are not given again and the partner keeps complete records. */
export const finishTenantErasure = (tx: Queryable, id: string, now: Date): Promise<number> =>
  tx.run(sql`
    update tenants set status = 'erased', name = '', updated_at = ${now}
    where id = ${id} and status = 'erasing'`);
