import { AppError, type FieldError, invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Level } from '#kernel/catalogue/permissions.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { findIdentityHolders, findTenantHolder, type HolderRow, partnerExists } from './repository.ts';
import { type Holder, reaches } from './scope.ts';

/** The owner named in a create request. */
export type Named = {
  level: Level;
  partner_id?: string | null | undefined;
  tenant_id?: string | null | undefined;
  identity_id?: string | null | undefined;
};

const idFields = ['partner_id', 'tenant_id', 'identity_id'] as const;

/** The ids for a key of each level: the required one and an optional one. */
const idsOf: Record<Level, { needed: (typeof idFields)[number] | null; allowed: readonly string[] }> = {
  platform: { needed: null, allowed: [] },
  partner: { needed: 'partner_id', allowed: [] },
  tenant: { needed: 'tenant_id', allowed: [] },
  identity: { needed: 'identity_id', allowed: ['tenant_id'] },
};

/**
 * Finds the owner of the new key within the caller's reach. For callers below the platform level, an owner out of reach
 * looks like a missing one.
 * @throws AppError `invalid_request`, `key_scope_exceeded`, `partner_not_found`, `tenant_not_found`,
 * `identity_not_found`, `tenant_erased`
 */
export async function findHolder(db: Queryable, actor: Actor, input: Named): Promise<Holder> {
  const named = withOwnIds(actor, input);
  assertIdsFit(named);
  if (named.level === 'platform') {
    return { partner_id: null, tenant_id: null, identity_id: null, mode: actor.mode };
  }
  if (named.level === 'partner') {
    if (!(await partnerExists(db, named.partner_id!))) throw new AppError('partner_not_found');
    return { partner_id: named.partner_id!, tenant_id: null, identity_id: null, mode: actor.mode };
  }
  return named.level === 'tenant'
    ? checkHolder(actor, await findTenantHolder(db, named.tenant_id!), 'tenant')
    : checkHolder(actor, await findIdentityOf(db, named), 'identity');
}

/** A tenant key may leave its tenant out, and an identity key its identity. */
function withOwnIds(actor: Actor, input: Named): Named {
  if (input.level === 'tenant' && actor.level === 'tenant') {
    return { ...input, tenant_id: input.tenant_id ?? actor.tenant_id };
  }
  if (input.level === 'identity' && actor.level === 'identity') {
    return { ...input, identity_id: input.identity_id ?? actor.identity_id };
  }
  return input;
}

function assertIdsFit(named: Named): void {
  const { needed, allowed } = idsOf[named.level];
  const errors: FieldError[] = idFields.flatMap((field) => {
    const given = named[field] !== undefined && named[field] !== null;
    if (field === needed && !given)
      return [{ path: field, message: `Set this field, which a key of level ${named.level} needs.` }];
    if (field !== needed && !allowed.includes(field) && given) {
      return [
        { path: field, message: `Leave this field out: a key of level ${named.level} does not have it.` },
      ];
    }
    return [];
  });
  if (errors.length > 0) throw invalidRequest(errors);
}

async function findIdentityOf(db: Queryable, named: Named): Promise<HolderRow | null> {
  const [found = null] = await findIdentityHolders(db, [named.identity_id!]);
  const elsewhere = typeof named.tenant_id === 'string' && found?.tenant_id !== named.tenant_id;
  return elsewhere ? null : found;
}

/**
 * The owner of a key of several identities of one tenant: each must lie within the caller's reach.
 * @throws AppError as `findHolder`
 */
export async function findHolderOfAll(
  db: Queryable,
  actor: Actor,
  identityIds: readonly string[],
): Promise<Holder> {
  const found = await findIdentityHolders(db, identityIds);
  const holders = identityIds.map((id) =>
    checkHolder(actor, found.find(({ identity_id }) => identity_id === id) ?? null, 'identity'),
  );
  return { ...holders[0]!, identity_id: null };
}

function checkHolder(actor: Actor, found: HolderRow | null, kind: 'tenant' | 'identity'): Holder {
  if (!found || !reaches(actor, found)) {
    if (actor.level === 'platform') throw new AppError(`${kind}_not_found`);
    throw new AppError('key_scope_exceeded', { field: `${kind}_id` });
  }
  if (found.tenant_status === 'erasing' || found.tenant_status === 'erased') {
    throw new AppError(actor.level === 'platform' ? 'tenant_erased' : 'tenant_not_found');
  }
  const { partner_id, tenant_id, identity_id, mode } = found;
  return { partner_id, tenant_id, identity_id, mode };
}
