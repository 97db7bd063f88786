import { apart, canHold, type Permission, permissionCatalogue } from '#kernel/catalogue/permissions.ts';
import { permissionLabels } from '../labels/permissions.ts';

export type Offered = {
  permission: Permission;
  name: string;
  allows: string;
  /** Why the permission cannot be chosen, or null. */
  obstacle: string | null;
  /** Whether it controls other objects or deletes data, so that it is not preselected. */
  isPowerful: boolean;
};

const powerful: ReadonlySet<Permission> = new Set([
  'keys:manage',
  'members:manage',
  'erasure:manage',
  'webhooks:manage',
  'domains:write',
  'identities:sign',
  'sends:approve',
]);

/** The permissions that an application requests and that this person can grant. */
export const offeredOf = (
  scopes: readonly Permission[],
  reach: 'tenant' | 'identity',
  own: readonly string[],
): Offered[] =>
  scopes.map((permission) => ({
    permission,
    name: permissionLabels[permission],
    allows: permissionCatalogue[permission].allows,
    obstacle: obstacleOf(permission, reach, own),
    isPowerful: powerful.has(permission),
  }));

function obstacleOf(permission: Permission, reach: 'tenant' | 'identity', own: readonly string[]) {
  // `usage:read` comes with the workspace itself.
  if (!own.includes(permission) && permission !== 'usage:read') return 'Your role does not include this.';
  return canHold(reach, permission) ? null : 'Only for the whole workspace.';
}

/** Whether two permissions are chosen that no key can hold together. */
export const isContradiction = (chosen: ReadonlySet<Permission>): boolean =>
  apart.every((permission) => chosen.has(permission));
