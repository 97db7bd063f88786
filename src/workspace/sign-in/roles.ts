import { canHold, type Permission, permissions } from '#kernel/catalogue/permissions.ts';

/**
 * What lets an operator open others' mail, or make something that does: a key, a member, a webhook, an export. It takes
 * a second factor as soon as there is others' mail.
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

/** What an operator has on the platform before a second factor, and what they lack for want of it. */
export const beforeSecondFactor = {
  permissions: new Set<string>(operatorPermissions.filter((each) => !opensOthersMail.includes(each))),
  withheld: new Set<string>(opensOthersMail),
} as const;
