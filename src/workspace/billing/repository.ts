import type { Queryable } from '#kernel/data/database.ts';
import type { Row } from '#kernel/data/row.ts';
import type { Period } from './period.ts';

/** The counter of an allowance. */
type Key = Row<'allowance_counters', 'tenant_id' | 'feature'> & {
  period: Period;
};

/** Marks a notification as sent. @returns 0 if it was already marked */
export const markTold = (tx: Queryable, { tenant_id, feature, period }: Key): Promise<number> =>
  tx.run({
    name: 'billing.mark_told',
    text: `insert into allowance_counters as c (tenant_id, feature, period, is_told) values ($1, $2, $3, true)
           on conflict (tenant_id, feature, period) do update set is_told = true where not c.is_told`,
    values: [tenant_id, feature, period.from],
  });

type Used = Row<'allowance_counters', 'tenant_id' | 'used'>;

/** How much of a feature these tenants used in a period. Tenants without a row used nothing. */
export const usedBy = (
  db: Queryable,
  tenantIds: readonly string[],
  feature: string,
  { from }: Period,
): Promise<Used[]> =>
  db.rows<Used>({
    name: 'billing.used_by',
    text: `select tenant_id, used from allowance_counters
           where tenant_id = any($1::text[]) and feature = $2 and period = $3::date`,
    values: [tenantIds, feature, from],
  });

/** The same rows, locked in a fixed order until the transaction ends. Missing rows are created. */
export const lockUsedBy = (
  tx: Queryable,
  tenantIds: readonly string[],
  feature: string,
  { from }: Period,
): Promise<Used[]> =>
  tx.rows<Used>({
    name: 'billing.lock_used_by',
    text: `insert into allowance_counters as c (tenant_id, feature, period)
           select id, $2, $3::date from unnest($1::text[]) as t (id) order by id
           on conflict (tenant_id, feature, period) do update set used = c.used
           returning c.tenant_id, c.used`,
    values: [tenantIds, feature, from],
  });

/** Adds to counters that the caller has locked. */
export const addUsed = (
  tx: Queryable,
  counts: readonly (Row<'allowance_counters', 'tenant_id'> & {
    n: number;
  })[],
  feature: string,
  { from }: Period,
): Promise<number> =>
  tx.run({
    name: 'billing.add_used',
    text: `update allowance_counters c set used = c.used + r.n
           from jsonb_to_recordset($1::jsonb) as r (tenant_id text, n int)
           where c.tenant_id = r.tenant_id and c.feature = $2 and c.period = $3::date`,
    values: [JSON.stringify(counts), feature, from],
  });

/** The sends and triages that a tenant used: sends as the daily caps count them, triages when they are done. */
export type Spent = Row<'allowance_counters', 'tenant_id'> & {
  sends: number;
  triage: number;
};

/** The usage of this period, one row per tenant. */
export const findSpent = (db: Queryable, tenantIds: readonly string[], { from }: Period): Promise<Spent[]> =>
  db.rows<Spent>({
    name: 'billing.find_spent',
    text: `select t.id as tenant_id,
             coalesce((select used from send_counters where owner_id = t.id || ' sends' and day = $2::date), 0) as sends,
             coalesce((select used from allowance_counters
                       where tenant_id = t.id and feature = 'triage' and period = $2::date), 0) as triage
           from unnest($1::text[]) as t (id)`,
    values: [tenantIds, from],
  });

/** The usage up to which tenants were alerted in this period; features that are missing count as 0. */
export const findAlerted = (
  db: Queryable,
  tenantIds: readonly string[],
  { from }: Period,
): Promise<Row<'allowance_counters', 'tenant_id' | 'feature' | 'alerted'>[]> =>
  db.rows({
    name: 'billing.find_alerted',
    text: `select tenant_id, feature, alerted from allowance_counters
           where tenant_id = any($1::text[]) and period = $2::date and alerted > 0`,
    values: [tenantIds, from],
  });

/** Marks the usage up to which a tenant was alerted. @returns the features for which this is new */
export const markAlerted = async (
  tx: Queryable,
  tenantId: string,
  { from }: Period,
  reached: readonly (Row<'allowance_counters', 'feature'> & {
    at: number;
  })[],
): Promise<string[]> => {
  const rows = await tx.rows<Row<'allowance_counters', 'feature'>>({
    name: 'billing.mark_alerted',
    text: `insert into allowance_counters as c (tenant_id, feature, period, alerted)
           select $1, feature, $2::date, at from jsonb_to_recordset($3::jsonb) as r (feature text, at float8)
           order by feature
           on conflict (tenant_id, feature, period) do update set alerted = excluded.alerted
             where c.alerted < excluded.alerted
           returning feature`,
    values: [tenantId, from, JSON.stringify(reached)],
  });
  return rows.map(({ feature }) => feature);
};

export const deletePeriodsBefore = (db: Queryable, day: string): Promise<number> =>
  db.run({
    name: 'billing.delete_periods_before',
    text: 'delete from allowance_counters where period < $1::date',
    values: [day],
  });

export const deletePeriodsOf = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run({
    name: 'billing.delete_periods_of',
    text: `delete from allowance_counters where (tenant_id, feature, period) in (
             select tenant_id, feature, period from allowance_counters where tenant_id = $1 limit $2)`,
    values: [tenantId, take],
  });

/** The number of inboxes by tenant. An inbox counts until its erasure begins. Tenants without any are left out. */
export const countInboxes = async (
  db: Queryable,
  tenantIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await db.rows<
    Row<'identities', 'tenant_id'> & {
      count: number;
    }
  >({
    name: 'billing.count_inboxes',
    text: `select tenant_id, count(*) as count from identities
           where tenant_id = any($1::text[]) and not is_system and status in ('active', 'paused') group by tenant_id`,
    values: [tenantIds],
  });
  return new Map(rows.map(({ tenant_id, count }) => [tenant_id, count]));
};
