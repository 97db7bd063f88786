import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { canHold, type Level, levels, type Permission } from '#kernel/catalogue/permissions.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import { type Actor, actorMay } from '#kernel/operation/actor.ts';

/** Whom a tenant or identity key belongs to, with what it takes from there. */
export type Holder = Narrow<
  Row<'api_keys', 'partner_id' | 'tenant_id' | 'identity_id' | 'mode'>,
  { mode: 'live' | 'test' }
>;

/**
 * Every permission must be one that keys of this level can hold (interface-spec 5).
 * @throws AppError `invalid_request` with `details.reason`
 */
export function assertHoldable(level: Level, wanted: readonly Permission[]): void {
  const errors = wanted.flatMap((permission, index) =>
    canHold(level, permission)
      ? []
      : [{ path: `permissions.${index}`, message: `A key of level ${level} cannot hold ${permission}.` }],
  );
  if (errors.length > 0) throw invalidRequest(errors, { reason: 'permission_not_allowed_for_level' });
}

/**
 * A key makes keys of its own level and below; a partner key only of the levels below (interface-spec 4.10).
 * @throws AppError `key_scope_exceeded`
 */
export function assertLevelWithin(actor: Actor, level: Level): void {
  const widest = levels.indexOf(actor.level) + (actor.level === 'partner' ? 1 : 0);
  if (levels.indexOf(level) < widest) throw new AppError('key_scope_exceeded', { field: 'level' });
}

/** Whether the holder lies within the caller's reach. A caller without the id in question reaches nothing. */
export function reaches(actor: Actor, holder: Holder): boolean {
  if (actor.level === 'platform') return true;
  if (actor.level === 'partner') return actor.partner_id !== null && holder.partner_id === actor.partner_id;
  if (actor.level === 'tenant') return actor.tenant_id !== null && holder.tenant_id === actor.tenant_id;
  return actor.identity_id !== null && holder.identity_id === actor.identity_id;
}

/**
 * Nobody hands out what he does not hold. `identities:sign` cannot be held by platform and partner keys: they may give
 * it to keys of the identities that they may write, whose signing keys identities:write manages already.
 * @throws AppError `key_scope_exceeded`
 */
export function assertPermissionsWithin(actor: Actor, wanted: readonly Permission[]): void {
  const beyond = wanted.filter((permission) => !mayGive(actor, permission));
  if (beyond.length > 0)
    throw new AppError('key_scope_exceeded', { field: 'permissions', permissions: beyond });
}

function mayGive(actor: Actor, permission: Permission): boolean {
  if (actorMay(actor, permission)) return true;
  return (
    permission === 'identities:sign' &&
    !canHold(actor.level, permission) &&
    actorMay(actor, 'identities:write')
  );
}
