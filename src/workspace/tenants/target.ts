import { AppError } from '#kernel/catalogue/errors.ts';
import { type Actor, actorMay } from '#kernel/operation/actor.ts';
import type { Target } from '#kernel/operation/operation.ts';
import { findTenant, type Reach, type TenantRow } from './repository.ts';

/** The tenants that a key reaches (spec 5). An identity key reaches its own tenant. */
function reachOf(actor: Actor): Reach {
  if (actor.level === 'platform') return null;
  // A missing id must never widen the reach, so it becomes the empty string, which no row has.
  if (actor.level === 'partner') return { partner_id: actor.partner_id ?? '' };
  return { tenant_id: actor.tenant_id ?? '' };
}

/**
 * The tenant that a path names, in any state. Only tenants within the caller's reach are found.
 */
export const tenantTarget: Target<TenantRow> = {
  param: 'tenant_id',
  notFound: 'tenant_not_found',
  async resolve(db, actor, id) {
    const tenant = await findTenant(db, id, reachOf(actor));
    if (!tenant) throw new AppError('tenant_not_found');
    return tenant;
  },
  tenantOf: (tenant) => tenant.id,
};

/**
 * Refuses tenants that are erased or being erased (spec 4.3, rule 6).
 * @throws AppError `tenant_erased`, `tenant_not_found`
 */
export function assertNotErased(actor: Actor, tenant: Pick<TenantRow, 'status'>): void {
  if (tenant.status !== 'erasing' && tenant.status !== 'erased') return;
  throw new AppError(actor.level === 'platform' ? 'tenant_erased' : 'tenant_not_found');
}

/**
 * The tenant that a path names, for operations that write to it or into it. A tenant that is erased or being erased accepts
 * no writes.
 */
export const writableTenantTarget: Target<TenantRow> = {
  ...tenantTarget,
  async resolve(db, actor, id) {
    const tenant = await tenantTarget.resolve(db, actor, id);
    assertNotErased(actor, tenant);
    return tenant;
  },
};

/**
 * The tenant's own record. A tenant key reads its own record without `tenants:manage`, which it cannot hold. Wider keys need
 * that permission (spec 4.3) and are refused before anything is looked up.
 */
export const readableTenantTarget: Target<TenantRow> = {
  ...tenantTarget,
  async resolve(db, actor, id) {
    if (actor.level !== 'tenant' && !actorMay(actor, 'tenants:manage')) {
      throw new AppError('permission_denied', { required: 'tenants:manage' });
    }
    return tenantTarget.resolve(db, actor, id);
  },
};
