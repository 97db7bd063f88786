import { ulidFloor } from '#kernel/catalogue/ids.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import type { WeeklyParts } from '#kernel/data/weekly-parts.ts';

/** A week with a delivery that is still pending is kept. */
export const deliveryParts: WeeklyParts = {
  table: 'webhook_deliveries',
  prefix: 'dlv',
  unless: 'queue is not null',
};

/**
 * Deletes the oldest deliveries to the endpoints of these tenants, up to `most` for each endpoint.
 * @returns the number of deleted deliveries
 */
export const deleteOldDeliveries = (
  db: Queryable,
  cutoffs: readonly (Row<'webhook_endpoints', 'tenant_id'> & {
    before: Date;
  })[],
  most: number,
): Promise<number> => {
  const floors = cutoffs.map(({ tenant_id, before }) => ({ tenant_id, floor: `dlv_${ulidFloor(before)}` }));
  return db.run(sql`
    delete from webhook_deliveries where id in (
      select d.id
      from jsonb_to_recordset(${JSON.stringify(floors)}::jsonb) as c (tenant_id text, floor text)
      join webhook_endpoints w on w.tenant_id = c.tenant_id or (c.tenant_id is null and w.tenant_id is null)
      cross join lateral (
        select id from webhook_deliveries where webhook_id = w.id and id < c.floor order by id limit ${most}) d)`);
};
