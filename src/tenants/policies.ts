import type { Queryable } from '#kernel/database.ts';
import { type Policy, policyCatalogue } from './policy/catalogue.ts';
import { effectivePolicy } from './policy/document.ts';
import { findShortestRawDays, findStoredPolicies } from './repository.ts';

/** The policies that apply to these tenants, by tenant id, in one statement. */
export async function effectivePolicies(
  db: Queryable,
  tenantIds: readonly string[],
): Promise<Map<string, Policy>> {
  const rows = await findStoredPolicies(db, tenantIds);
  return new Map(rows.map((row) => [row.id, effectivePolicy(row)]));
}

/** No tenant forgets raw messages sooner than after so many days. */
export async function shortestRawDays(db: Queryable): Promise<number> {
  const fallback = policyCatalogue.retention.raw_days.default;
  return Math.min(fallback, (await findShortestRawDays(db)) ?? fallback);
}
