import type { Queryable } from '#kernel/data/database.ts';
import type { Customer } from '#workspace/billing/index.ts';
import { type Policy, policyCatalogue } from './policy/catalogue.ts';
import { effectivePolicy } from './policy/document.ts';
import { findSettings, findShortestRawDays } from './repository.ts';

/** The policies that apply to these tenants, by tenant id, in one statement. */
export async function effectivePolicies(
  db: Queryable,
  tenantIds: readonly string[],
): Promise<Map<string, Policy>> {
  const rows = await findSettings(db, tenantIds);
  return new Map(rows.map((row) => [row.id, effectivePolicy(row)]));
}

/** The effective settings of a tenant: its policy and its billing. */
export type Settings = Customer & { policy: Policy };

/** The same together with the tenants' billing, also in one statement. */
export async function effectiveSettings(
  db: Queryable,
  tenantIds: readonly string[],
): Promise<Map<string, Settings>> {
  const rows = await findSettings(db, tenantIds);
  return new Map(rows.map((row) => [row.id, { ...row, policy: effectivePolicy(row) }]));
}

/** The shortest retention of raw messages of any tenant, in days. */
export async function shortestRawDays(db: Queryable): Promise<number> {
  const fallback = policyCatalogue.retention.raw_days.default;
  return Math.min(fallback, (await findShortestRawDays(db)) ?? fallback);
}
