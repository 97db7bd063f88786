import { join, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import { columnsOf, type Narrow, type RowOf } from '#kernel/data/row.ts';

export const partnerStatuses = ['active', 'suspended', 'deleted'] as const;
export const partnerBillingModes = ['exempt', 'metered'] as const;

const columns = columnsOf(
  'partners',
  'id',
  'name',
  'status',
  'default_billing_mode',
  'max_tenants',
  'ramp_exempt',
  'created_at',
  'updated_at',
);

export type PartnerRow = Narrow<
  RowOf<typeof columns>,
  { status: (typeof partnerStatuses)[number]; default_billing_mode: (typeof partnerBillingModes)[number] }
>;

export const findPartner = (db: Queryable, id: string): Promise<PartnerRow | null> =>
  db.first<PartnerRow>(sql`
    select ${columns.sql} from partners where id = ${id}`);

/**
 * The current row of the partner, locked until the transaction ends. Callers that count its tenants before they add
 * one or delete the partner hold this lock, so that the count stays correct.
 */
export const lockPartner = (db: Queryable, id: string): Promise<PartnerRow | null> =>
  db.first<PartnerRow>(sql`
    select ${columns.sql} from partners where id = ${id} for update`);

export async function insertPartner(db: Queryable, partner: PartnerRow): Promise<void> {
  await db.run(sql`
    insert into partners (id, name, status, default_billing_mode, max_tenants, ramp_exempt, created_at, updated_at)
    values (${partner.id}, ${partner.name}, ${partner.status}, ${partner.default_billing_mode}, ${partner.max_tenants},
            ${partner.ramp_exempt}, ${partner.created_at}, ${partner.updated_at})`);
}

export async function updatePartner(db: Queryable, partner: PartnerRow): Promise<void> {
  await db.run(sql`
    update partners
    set name = ${partner.name}, status = ${partner.status}, default_billing_mode = ${partner.default_billing_mode},
        max_tenants = ${partner.max_tenants}, ramp_exempt = ${partner.ramp_exempt}, updated_at = ${partner.updated_at},
        deleted_at = case when ${partner.status} = 'deleted' then ${partner.updated_at}::timestamptz end
    where id = ${partner.id}`);
}

/** Partners, newest first; `beyond` is the id of the last row of the previous page. */
export function listPartners(
  db: Queryable,
  status: PartnerRow['status'] | undefined,
  page: { beyond: string | null; take: number },
): Promise<PartnerRow[]> {
  const conditions: Sql[] = [];
  if (status) conditions.push(sql`status = ${status}`);
  if (page.beyond !== null) conditions.push(sql`id < ${page.beyond}`);
  const where = conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : sql``;
  return db.rows<PartnerRow>(sql`
    select ${columns.sql} from partners ${where} order by id desc limit ${page.take}`);
}
