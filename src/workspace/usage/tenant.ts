import { invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { type TenantRow, tenantTarget } from '#workspace/tenants/index.ts';

/**
 * Whose usage is asked for: a key's own workspace, or the one that it names within its reach; platform and partner keys
 * must name one (interface-spec 4.12). @throws AppError `invalid_request`, `tenant_not_found`
 */
export function requireTenant(db: Queryable, actor: Actor, named: string | undefined): Promise<TenantRow> {
  const own = actor.level === 'tenant' || actor.level === 'identity' ? (actor.tenant_id ?? '') : undefined;
  const wanted = named ?? own;
  if (wanted === undefined) {
    throw invalidRequest([{ path: 'tenant_id', message: 'Say which tenant: this key has none of its own.' }]);
  }
  return tenantTarget.resolve(db, actor, wanted);
}
