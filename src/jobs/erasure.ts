import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteDeadLettersOf } from './dead-letter-repository.ts';
import { deleteHandoversOf } from './handover-repository.ts';

/** Unfinished jobs of an erased tenant are dropped. */
export const eraser: Eraser = {
  name: 'dead_letters',
  ofScope: async (tx, scope, take) => {
    if (scope.kind !== 'tenant') return { rows: 0 };
    const rows = await deleteDeadLettersOf(tx, scope.tenantId, take);
    return { rows: rows || (await deleteHandoversOf(tx, scope.tenantId, take)) };
  },
};
