import type { Cutoff, Gone } from '#events/index.ts';
import { ulidFloor } from '#kernel/catalogue/ids.ts';
import { type Queryable, sql } from '#kernel/data/database.ts';
import type { WeeklyParts } from '#kernel/data/weekly-parts.ts';

/** The weekly parts of deliveries. A week with a pending delivery is kept. */
export const deliveryParts: WeeklyParts = {
  table: 'webhook_deliveries',
  prefix: 'dlv',
  unless: 'queue is not null',
};

/** Deletes the oldest deliveries to the endpoints of these tenants, up to `most` for each endpoint. */
export const deleteOldDeliveries = (
  db: Queryable,
  cutoffs: readonly Cutoff[],
  most: number,
): Promise<Gone[]> => {
  const floors = cutoffs.map(({ tenant_id, before }) => ({ tenant_id, floor: `dlv_${ulidFloor(before)}` }));
  return db.rows<Gone>(sql`
    with old as (
      select d.id, c.tenant_id
      from jsonb_to_recordset(${JSON.stringify(floors)}::jsonb) as c (tenant_id text, floor text)
      join webhook_endpoints w on w.tenant_id = c.tenant_id or (c.tenant_id is null and w.tenant_id is null)
      cross join lateral (
        select id from webhook_deliveries where webhook_id = w.id and id < c.floor order by id limit ${most}) d),
    gone as (delete from webhook_deliveries where id in (select id from old) returning id)
    select tenant_id, count(*)::int as gone from gone join old using (id) group by 1`);
};
