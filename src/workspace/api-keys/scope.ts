import { z } from 'zod';
import { isNetwork } from '#kernel/base/network.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { apart, canHold, type Level, levels, type Permission } from '#kernel/catalogue/permissions.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import { type Actor, identitiesOf } from '#kernel/operation/actor.ts';

/** The owner of a key, and the mode that the key inherits. */
export type Holder = Narrow<
  Row<'api_keys', 'partner_id' | 'tenant_id' | 'identity_id' | 'mode'>,
  { mode: 'live' | 'test' }
>;

/**
 * Every permission must be allowed for keys of this level (spec 5).
 * @throws AppError `invalid_request` with `details.reason`
 */
export function assertHoldable(level: Level, requested: readonly Permission[]): void {
  const errors = requested.flatMap((permission, index) =>
    canHold(level, permission)
      ? []
      : [
          {
            path: `permissions.${index}`,
            message: `Leave out ${permission}: a key of level ${level} cannot have it.`,
          },
        ],
  );
  if (errors.length > 0) throw invalidRequest(errors, { reason: 'permission_not_allowed_for_level' });
  assertApart(requested);
}

/** No key can both send and approve. The database enforces the same rule. @throws AppError `invalid_request` */
function assertApart(requested: readonly Permission[]): void {
  if (!apart.every((permission) => requested.includes(permission))) return;
  const index = Math.max(...apart.map((permission) => requested.indexOf(permission)));
  const message = `Use two keys: one key cannot have both ${apart.join(' and ')}.`;
  throw invalidRequest([{ path: `permissions.${index}`, message }], {
    reason: 'permissions_exclude_each_other',
  });
}

/**
 * A key can create keys of its own level and below; a partner key only of the levels below (spec 4.10).
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
  return holder.identity_id !== null && identitiesOf(actor).includes(holder.identity_id);
}

/** The maximum number of networks of a key. */
const MOST_NETWORKS = 20;

export const allowedCidrs = z
  .array(
    z
      .string()
      .max(50, { abort: true })
      .refine(isNetwork, 'Use an address or a network, for example 203.0.113.0/24.'),
  )
  .max(MOST_NETWORKS)
  .meta({
    description:
      'The networks from which the key can be used; calls from elsewhere get `key_source_denied`. An empty ' +
      'list allows all networks.',
    examples: [['203.0.113.0/24', '2001:db8::/32']],
  });
