import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteLogsOf } from './repository.ts';

/** Erases the calls of an erased workspace. They contain no mail and no addresses. */
export const eraser: Eraser = {
  name: 'request_log',
  ofScope: async (tx, scope, take) => ({
    rows: scope.kind === 'tenant' ? await deleteLogsOf(tx, scope.tenantId, take) : 0,
  }),
};
