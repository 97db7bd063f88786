import { canHold, type Permission, permissions } from '#kernel/catalogue/permissions.ts';

/**
 * Permissions to open the mail of others, or to create something that can: a key, a member, a webhook, an export. An
 * operator needs a second factor for these as soon as there is mail of others.
 */
const opensOthersMail: readonly Permission[] = [
  'messages:read',
  'messages:send',
  'messages:write',
  'drafts:write',
  'attachments:read',
  'search:read',
  'search:agentic',
  'quarantine:review',
  'sends:approve',
  'erasure:manage',
  'keys:manage',
  'members:manage',
  'webhooks:manage',
];

export const operatorPermissions: readonly Permission[] = permissions.filter((permission) =>
  canHold('platform', permission),
);

/** The permissions that an operator has on the platform without a second factor, and those that are missing. */
export const beforeSecondFactor = {
  permissions: new Set<string>(operatorPermissions.filter((each) => !opensOthersMail.includes(each))),
  withheld: new Set<string>(opensOthersMail),
} as const;
