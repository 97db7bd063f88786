import { AsyncLocalStorage } from 'node:async_hooks';

/** The tenants that the running work is for; null for work of the deployment itself, which sees everything. */
export type TenantScope = readonly string[] | null;

/** Has no rights but those over rows; row-level security is about it, never about the owner of the tables. */
export const TENANT_ROLE = 'proofmail_tenant';

const scopes = new AsyncLocalStorage<TenantScope>();

/**
 * Runs work whose statements see and write rows of these tenants only, where row-level security is on (`PM_RLS`). Everything
 * that the work awaits belongs to it.
 */
export const withinTenants = <T>(tenantIds: readonly string[], work: () => T): T =>
  scopes.run(tenantIds, work);

/** Runs work for the deployment itself inside of a tenant's request. The caller states the reason in a comment. */
export const acrossTenants = <T>(work: () => T): T => scopes.run(null, work);

/** The scope of the running work, for work that is done for it later together with that of others. */
export const currentScope = (): TenantScope => scopes.getStore() ?? null;

/** Runs work that is done for all of these at once: for the tenants of all, or for the deployment where one is of it. */
export function withinScopes<T>(kept: readonly TenantScope[], work: () => T): T {
  const tenantIds = kept.includes(null) ? null : [...new Set(kept.flatMap((scope) => scope ?? []))];
  return scopes.run(tenantIds, work);
}
