import { canHold, type Permission, permissionCatalogue } from '#kernel/catalogue/permissions.ts';
import { permissionLabels } from '../labels/permissions.ts';

/** The permissions that a key of a workspace can have, in the order of the form. */
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

/** The permissions that a person with the permissions `own` can give to a key of this reach. */
export const offeredGroups = (reach: Reach, own: readonly string[]) =>
  groups
    .map(([title, permissions]) => ({
      title,
      permissions: permissions
        .filter((permission) => canHold(reach, permission) && own.includes(permission))
        .map((permission) => ({
          permission,
          name: permissionLabels[permission],
          allows: permissionCatalogue[permission].allows,
        })),
    }))
    .filter(({ permissions }) => permissions.length > 0);

/** The permissions that an agent with its own mailbox needs. */
export const agentPermissions: readonly Permission[] = [
  'identities:read',
  'messages:read',
  'messages:send',
  'messages:write',
  'attachments:read',
  'search:read',
];
