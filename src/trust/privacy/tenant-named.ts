import { AppError, type FieldError, invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { findIdentity } from '#mailbox/identities/index.ts';
import { type TenantRow, tenantTarget } from '#workspace/tenants/index.ts';

/**
 * The tenant that a body names. Tenant and identity keys may omit it, because they belong to one.
 * @throws AppError `tenant_not_found`, `invalid_request`
 */
export async function tenantNamed(
  db: Queryable,
  actor: Actor,
  tenantId: string | undefined,
): Promise<TenantRow> {
  const id = tenantId ?? actor.tenant_id;
  if (id === null) throw refused('tenant_id', 'Set tenant_id: this key can access several tenants.');
  return tenantTarget.resolve(db, actor, id);
}

/** An identity of that tenant within the caller's reach, in any state. @throws AppError `identity_not_found` */
export async function requireIdentityOf(
  db: Queryable,
  actor: Actor,
  tenantId: string,
  id: string,
): Promise<string> {
  const identity = await findIdentity(db, actor, id);
  if (identity?.tenant_id !== tenantId) throw new AppError('identity_not_found');
  return identity.id;
}

/** Allows an action only for keys that reach the whole tenant. @throws AppError `scope_denied` */
export function requireTenantReach(actor: Actor, scope: string): void {
  if (actor.level === 'identity') throw new AppError('scope_denied', { field: 'scope', scope });
}

type Fields = Record<string, string | undefined>;

/** Each scope requires its own fields and accepts no others. @throws AppError `invalid_request` */
export function checkFields(scope: string, needed: readonly string[], fields: Fields): void {
  const errors: FieldError[] = Object.entries(fields).flatMap(([path, value]) => {
    if (needed.includes(path) === (value !== undefined)) return [];
    const message =
      value === undefined
        ? `Set this field, which scope ${scope} needs.`
        : `Leave this field out: scope ${scope} does not have it.`;
    return [{ path, message }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
}

const refused = (path: string, message: string): AppError => invalidRequest([{ path, message }]);
