/** Key levels (spec 5), from the widest to the narrowest reach. */
export const levels = ['platform', 'partner', 'tenant', 'identity'] as const;
export type Level = (typeof levels)[number];

const everyLevel = levels;
const notIdentity = ['platform', 'partner', 'tenant'] as const;

/** Every permission, what it allows, and which levels can hold it (spec 5). */
export const permissionCatalogue = {
  'tenants:manage': {
    levels: ['platform', 'partner'],
    allows: 'create, update and suspend tenants, and manage their billing',
  },
  'partners:manage': { levels: ['platform'], allows: 'create, update and delete partners' },
  'identities:read': { levels: everyLevel, allows: 'read identities and addresses' },
  'identities:write': {
    levels: everyLevel,
    allows: 'create, update, pause and delete identities and addresses, and manage signing keys',
  },
  'identities:sign': {
    levels: ['tenant', 'identity'],
    allows: 'sign assertions and HTTP requests as an identity',
  },
  'domains:read': { levels: everyLevel, allows: 'read domains' },
  'domains:write': { levels: everyLevel, allows: 'add, update, verify, probe and remove domains' },
  'messages:read': { levels: everyLevel, allows: 'read threads, messages, raw MIME and deliveries' },
  'messages:send': { levels: everyLevel, allows: 'send, reply, reply to all, forward and cancel' },
  'drafts:write': {
    levels: everyLevel,
    allows: 'create, read, change and delete drafts, without sending them',
  },
  'messages:write': {
    levels: everyLevel,
    allows: 'change labels and the read state, run triage again, resolve uncertain messages',
  },
  'attachments:read': { levels: everyLevel, allows: 'download attachments and read their text' },
  'search:read': {
    levels: everyLevel,
    allows: 'search, list contacts, find related messages and wait for mail',
  },
  'search:agentic': { levels: everyLevel, allows: 'use agentic search' },
  'quarantine:review': { levels: everyLevel, allows: 'read and release quarantined mail' },
  'webhooks:read': { levels: everyLevel, allows: 'read webhook endpoints and deliveries' },
  'webhooks:manage': {
    levels: everyLevel,
    allows: 'create, change and delete webhook endpoints, and read them',
  },
  'keys:manage': { levels: everyLevel, allows: 'manage API keys within the caller’s own scope' },
  'erasure:manage': { levels: everyLevel, allows: 'manage erasures, legal holds and exports' },
  'sends:approve': {
    levels: notIdentity,
    allows: 'read sends that wait for approval, and approve or reject them',
  },
  'suppressions:manage': { levels: notIdentity, allows: 'manage suppressions and lists' },
  'usage:read': { levels: notIdentity, allows: 'read the plan and the usage' },
  'audit:read': { levels: notIdentity, allows: 'read the audit log' },
  'members:read': { levels: notIdentity, allows: 'list members' },
  'members:manage': {
    levels: notIdentity,
    allows: 'invite, list and remove members and change their roles',
  },
  'platform:ops': { levels: ['platform'], allows: 'operate the platform' },
} as const satisfies Record<string, { levels: readonly Level[]; allows: string }>;

export type Permission = keyof typeof permissionCatalogue;

export const permissions = Object.keys(permissionCatalogue) as Permission[];

export const canHold = (level: Level, permission: Permission): boolean =>
  (permissionCatalogue[permission].levels as readonly Level[]).includes(level);

/**
 * Permissions that a key holds only if its creator names them. `sends:approve` excludes `messages:send`, and
 * `drafts:write` adds tools to MCP, so a key for everything has neither.
 */
const onlyByName: readonly Permission[] = ['drafts:write', 'sends:approve'];

/** The permissions that a key for everything gets at this level. */
export const usualPermissions = (level: Level): Permission[] =>
  permissions.filter((permission) => canHold(level, permission) && !onlyByName.includes(permission));

/** Permissions that no key can hold together, because an agent could then approve its own mail. */
export const apart: readonly [Permission, Permission] = ['messages:send', 'sends:approve'];

/** The permissions that another one includes. */
const included: Partial<Record<Permission, Permission>> = {
  'webhooks:read': 'webhooks:manage',
  'drafts:write': 'messages:send',
  'members:read': 'members:manage',
};

/**
 * Whether `held` allows `wanted`: directly, through a permission that includes it, or implicitly by level (tenant and
 * identity keys always hold `usage:read`).
 */
export function allows(held: ReadonlySet<string>, level: Level, wanted: Permission): boolean {
  if (held.has(wanted)) return true;
  if (wanted === 'usage:read') return level === 'tenant' || level === 'identity';
  const bringer = included[wanted];
  return bringer !== undefined && held.has(bringer);
}
