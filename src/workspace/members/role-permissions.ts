import { canHold, type Permission, permissions } from '#kernel/catalogue/permissions.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { assertMayGive } from '#kernel/operation/guards.ts';
import type { Role } from './members-repository.ts';

/**
 * `tenants:manage`, which no key of a workspace can hold, allows members to change the settings of their own
 * workspace.
 */
const everything: Permission[] = [
  ...permissions.filter((permission) => canHold('tenant', permission)),
  'tenants:manage',
];

const viewing: Permission[] = [
  'identities:read',
  'domains:read',
  'messages:read',
  'attachments:read',
  'search:read',
  'webhooks:read',
  'members:read',
  'usage:read',
];

/**
 * The permissions of each role, in the terms of key permissions. An owner differs from an admin only in that nobody
 * can remove or demote them. Members work with mail; keys, people, privacy and lists are for admins.
 */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  owner: everything,
  admin: everything,
  member: [
    ...viewing,
    'identities:write',
    'messages:send',
    'messages:write',
    'search:agentic',
    'quarantine:review',
  ],
  viewer: viewing,
};

/**
 * Membership never expires and is not bound to networks, so a key that expires or is bound to networks cannot give a
 * role. `usage:read` comes with the workspace itself.
 * @throws AppError `key_scope_exceeded` if the caller lacks a permission that the new role adds to the previous one
 */
export function assertMayGiveRole(actor: Actor, role: Role, before: Role | null = null): void {
  const had = new Set<Permission>(['usage:read', ...(before === null ? [] : rolePermissions[before])]);
  const added = rolePermissions[role].filter((permission) => !had.has(permission));
  if (added.length > 0 || before === null)
    // A key that can send cannot hold `sends:approve`, so it is not required for giving a role that includes it.
    // `members.given_by` keeps the new member from deciding about requests of the key or person that gave the role.
    assertMayGive(actor, {
      permissions: added.filter((permission) => permission !== 'sends:approve'),
      expires_at: null,
      allowed_cidrs: [],
    });
}
