import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteDeadLettersOf } from './dead-letter-repository.ts';

/** What did not get done for an erased tenant will not be done. */
export const eraser: Eraser = {
  name: 'dead_letters',
  ofScope: async (tx, scope, take) => ({
    rows: scope.kind === 'tenant' ? await deleteDeadLettersOf(tx, scope.tenantId, take) : 0,
  }),
};
