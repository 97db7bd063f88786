import type { Target } from '#kernel/operation/operation.ts';
import { type TenantRow, tenantTarget, writableTenantTarget } from '#workspace/tenants/index.ts';

/**
 * The tenants room and this one import each other, so whichever loads first does not have the other's targets yet. They are
 * resolved when a request arrives.
 */
const onRequest = (target: () => Target<TenantRow>): Target<TenantRow> => ({
  param: 'tenant_id',
  notFound: 'tenant_not_found',
  resolve: (db, actor, id) => target().resolve(db, actor, id),
  tenantOf: (tenant) => tenant.id,
});

/** The tenant that a path names, in any state. */
export const anyTenant = onRequest(() => tenantTarget);

/** The same for writes, which a tenant that is erased or being erased refuses. */
export const writableTenant = onRequest(() => writableTenantTarget);
