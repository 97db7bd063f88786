import { canHold, type Permission, permissions } from '#kernel/catalogue/permissions.ts';
import type { Role } from '#workspace/members/index.ts';

/** `tenants:manage`, which no key of a workspace holds, is for the settings of their own one. */
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
 * What each role may do, in the permissions that keys have. An owner differs from an admin only in that nobody removes
 * or demotes them. Members work with mail; keys, people, privacy and lists are for admins.
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

export const operatorPermissions: readonly Permission[] = permissions.filter((permission) =>
  canHold('platform', permission),
);
