import { canHold, type Permission, permissions } from '#kernel/catalogue/permissions.ts';

export const operatorPermissions: readonly Permission[] = permissions.filter((permission) =>
  canHold('platform', permission),
);
