import type { Queryable } from '#kernel/database.ts';
import type { Policy } from './policy/catalogue.ts';
import { effectivePolicy } from './policy/document.ts';
import { findStoredPolicies } from './repository.ts';

/** The policies that apply to these tenants, by tenant id, in one statement. */
export async function effectivePolicies(
  db: Queryable,
  tenantIds: readonly string[],
): Promise<Map<string, Policy>> {
  const rows = await findStoredPolicies(db, tenantIds);
  return new Map(rows.map((row) => [row.id, effectivePolicy(row)]));
}
