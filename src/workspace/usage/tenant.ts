import { invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { type TenantRow, tenantTarget } from '#workspace/tenants/index.ts';

/**
 * The tenant whose usage is requested: the key's own workspace, or the one that the request names. Platform and partner keys
 * must name one (spec 4.12).
 * @throws AppError `invalid_request`, `tenant_not_found`
 */
export function requireTenant(db: Queryable, actor: Actor, named: string | undefined): Promise<TenantRow> {
  const own = actor.level === 'tenant' || actor.level === 'identity' ? (actor.tenant_id ?? '') : undefined;
  const requested = named ?? own;
  if (requested === undefined) {
    throw invalidRequest([
      { path: 'tenant_id', message: 'Set tenant_id: this key does not belong to a tenant.' },
    ]);
  }
  return tenantTarget.resolve(db, actor, requested);
}
