import { canHold, type Permission, permissionCatalogue } from '#kernel/catalogue/permissions.ts';

/** What a key of a workspace can be allowed, in the order in which people think of it. */
const groups: [title: string, permissions: Permission[]][] = [
  [
    'Mail',
    [
      'messages:read',
      'messages:send',
      'messages:write',
      'attachments:read',
      'search:read',
      'search:agentic',
      'quarantine:review',
    ],
  ],
  ['Identities', ['identities:read', 'identities:write', 'identities:sign', 'domains:read', 'domains:write']],
  [
    'Workspace',
    [
      'webhooks:read',
      'webhooks:manage',
      'keys:manage',
      'suppressions:manage',
      'erasure:manage',
      'audit:read',
      'usage:read',
      'members:read',
      'members:manage',
    ],
  ],
];

export type Reach = 'tenant' | 'identity';

/** What somebody who may do `own` can give to a key of this reach, with what each allows. */
export const offeredGroups = (reach: Reach, own: readonly string[]) =>
  groups
    .map(([title, permissions]) => ({
      title,
      permissions: permissions
        .filter((permission) => canHold(reach, permission) && own.includes(permission))
        .map((permission) => ({ permission, allows: permissionCatalogue[permission].allows })),
    }))
    .filter(({ permissions }) => permissions.length > 0);

/** What an agent with a mailbox of its own needs, and no more. */
export const agentPermissions: readonly Permission[] = [
  'identities:read',
  'messages:read',
  'messages:send',
  'messages:write',
  'attachments:read',
  'search:read',
];
