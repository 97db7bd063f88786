import { AsyncLocalStorage } from 'node:async_hooks';

/** The tenants that the running work is for; null for work of the deployment itself, which sees everything. */
export type TenantScope = readonly string[] | null;

/** The role that row-level security applies to. It may only read and write rows; the owner of the tables is exempt. */
export const TENANT_ROLE = 'proofmail_tenant';

const scopes = new AsyncLocalStorage<TenantScope>();

/**
 * Runs work whose statements can only see and write rows of these tenants, if row-level security is on (`PM_RLS`). This
 * includes everything that the work awaits.
 */
export const withinTenants = <T>(tenantIds: readonly string[], work: () => T): T =>
  scopes.run(tenantIds, work);

/** Runs work for the deployment itself within a tenant's request. The caller states the reason in a comment. */
export const acrossTenants = <T>(work: () => T): T => scopes.run(null, work);

/** The current scope, for work that runs later in a batch with the work of others. */
export const currentScope = (): TenantScope => scopes.getStore() ?? null;

/** Runs work for several scopes at once: for all their tenants, or for the deployment if one of the scopes is that. */
export function withinScopes<T>(kept: readonly TenantScope[], work: () => T): T {
  const tenantIds = kept.includes(null) ? null : [...new Set(kept.flatMap((scope) => scope ?? []))];
  return scopes.run(tenantIds, work);
}
