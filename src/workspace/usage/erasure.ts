import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteDays } from './repository.ts';

/** Erases the usage of a tenant together with the tenant. */
export const eraser: Eraser = {
  name: 'usage',
  ofScope: async (tx, scope, take) => ({
    rows: scope.kind === 'tenant' ? await deleteDays(tx, scope.tenantId, take) : 0,
  }),
};
