import type { Eraser } from '#kernel/erasure.ts';
import { deleteMembers } from './erasure-repository.ts';

/** People of an erased workspace. Whoever belongs to another one stays, without this membership. */
export const eraser: Eraser = {
  ofScope: async (tx, scope, take) => ({
    rows: scope.kind === 'tenant' ? await deleteMembers(tx, scope.tenantId, take) : 0,
  }),
};
