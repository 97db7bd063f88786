import { expect, it } from 'vitest';
import { allows, canHold, levels, type Permission, permissions } from './permissions.ts';

// Which levels can hold which permission (spec 5), written out independently of the catalogue.

const table: Record<Permission, string> = {
  'tenants:manage': 'platform partner',
  'partners:manage': 'platform',
  'identities:read': 'platform partner tenant identity',
  'identities:write': 'platform partner tenant identity',
  'identities:sign': 'tenant identity',
  'domains:read': 'platform partner tenant identity',
  'domains:write': 'platform partner tenant identity',
  'messages:read': 'platform partner tenant identity',
  'messages:send': 'platform partner tenant identity',
  'drafts:write': 'platform partner tenant identity',
  'messages:write': 'platform partner tenant identity',
  'attachments:read': 'platform partner tenant identity',
  'search:read': 'platform partner tenant identity',
  'search:agentic': 'platform partner tenant identity',
  'quarantine:review': 'platform partner tenant identity',
  'webhooks:read': 'platform partner tenant identity',
  'webhooks:manage': 'platform partner tenant identity',
  'keys:manage': 'platform partner tenant identity',
  'erasure:manage': 'platform partner tenant identity',
  'sends:approve': 'platform partner tenant',
  'suppressions:manage': 'platform partner tenant',
  'usage:read': 'platform partner tenant',
  'audit:read': 'platform partner tenant',
  'members:read': 'platform partner tenant',
  'members:manage': 'platform partner tenant',
  'platform:ops': 'platform',
};

it.each(permissions)('%s', (permission) => {
  expect(levels.filter((level) => canHold(level, permission)).join(' ')).toBe(table[permission]);
});

it('a permission allows itself and nothing else, but for what it includes', () => {
  const brought: Partial<Record<Permission, Permission>> = {
    'webhooks:manage': 'webhooks:read',
    'members:manage': 'members:read',
    'messages:send': 'drafts:write',
  };
  for (const held of permissions) {
    const allowed = permissions.filter((wanted) => allows(new Set([held]), 'platform', wanted));
    expect(allowed.sort()).toEqual([held, brought[held]].filter((each) => each !== undefined).sort());
  }
});

it('usage:read is implicit for tenant and identity keys only', () => {
  const nothing = new Set<string>();
  expect(levels.filter((level) => allows(nothing, level, 'usage:read'))).toEqual(['tenant', 'identity']);
});
