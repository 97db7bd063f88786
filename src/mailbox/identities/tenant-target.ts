import type { Target } from '#kernel/operation/operation.ts';
import { type TenantRow, tenantTarget, writableTenantTarget } from '#workspace/tenants/index.ts';

/**
 * The tenants room calls into this one and this one into it, so whichever loads first does not have the other's
 * targets yet: they are asked for when a request comes.
 */
const onRequest = (target: () => Target<TenantRow>): Target<TenantRow> => ({
  param: 'tenant_id',
  notFound: 'tenant_not_found',
  resolve: (db, actor, id) => target().resolve(db, actor, id),
  tenantOf: (tenant) => tenant.id,
});

/** The tenant that a path names, in any state. */
export const anyTenant = onRequest(() => tenantTarget);

/** The same for writes: one that is erasing or erased takes nothing any more. */
export const writableTenant = onRequest(() => writableTenantTarget);
