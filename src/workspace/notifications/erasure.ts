import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteOfTenant } from './repository.ts';

/** Erases notifications of an erased workspace that were not sent yet. */
export const eraser: Eraser = {
  name: 'notifications',
  ofScope: async (tx, scope, take) => ({
    rows: scope.kind === 'tenant' ? await deleteOfTenant(tx, scope.tenantId, take) : 0,
  }),
};
