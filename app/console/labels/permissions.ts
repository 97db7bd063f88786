import type { Permission } from '#kernel/catalogue/permissions.ts';
import { labelOf } from './label-of.ts';

export const permissionLabels: Record<Permission, string> = {
  'tenants:manage': 'Manage tenants',
  'partners:manage': 'Manage partners',
  'identities:read': 'Read identities',
  'identities:write': 'Manage identities',
  'identities:sign': 'Sign as an identity',
  'domains:read': 'Read domains',
  'domains:write': 'Manage domains',
  'messages:read': 'Read mail',
  'messages:send': 'Send mail',
  'drafts:write': 'Write drafts',
  'messages:write': 'Change mail',
  'attachments:read': 'Read attachments',
  'search:read': 'Search mail',
  'search:agentic': 'Use deep search',
  'quarantine:review': 'Review the quarantine',
  'webhooks:read': 'Read webhooks',
  'webhooks:manage': 'Manage webhooks',
  'keys:manage': 'Manage API keys',
  'erasure:manage': 'Manage erasure and exports',
  'sends:approve': 'Approve sends',
  'suppressions:manage': 'Manage suppressions',
  'usage:read': 'Read usage',
  'audit:read': 'Read the audit log',
  'members:read': 'Read members',
  'members:manage': 'Manage members',
  'platform:ops': 'Operate the platform',
};

/** The names of permissions as a list, for example `Read mail, Send mail`. */
export const permissionList = (permissions: readonly string[]): string =>
  permissions.map((permission) => labelOf(permissionLabels, permission) ?? permission).join(', ');
