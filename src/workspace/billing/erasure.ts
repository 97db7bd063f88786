import type { Eraser } from '#kernel/operation/erasure.ts';
import { deletePeriodsOf } from './repository.ts';

/** The usage of a tenant is erased together with the tenant. */
export const eraser: Eraser = {
  name: 'billing',
  ofScope: async (tx, scope, take) => ({
    rows: scope.kind === 'tenant' ? await deletePeriodsOf(tx, scope.tenantId, take) : 0,
  }),
};
