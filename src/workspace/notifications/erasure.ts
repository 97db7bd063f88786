import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteOfTenant } from './repository.ts';

/** Erases the notifications of an erased workspace. */
export const eraser: Eraser = {
  name: 'notifications',
  ofScope: async (tx, scope, take) => ({
    rows: scope.kind === 'tenant' ? await deleteOfTenant(tx, scope.tenantId, take) : 0,
  }),
};
