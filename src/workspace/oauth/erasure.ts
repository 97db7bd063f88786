import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteGrantsOf, deleteRequestsOf } from './retention-repository.ts';

/** Erases the records of connected applications. Their keys are revoked with all other keys. */
export const eraser: Eraser = {
  name: 'oauth',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'tenant') return { rows: 0 };
    const grants = await deleteGrantsOf(tx, scope.tenantId, take);
    return { rows: grants + (await deleteRequestsOf(tx, scope.tenantId, take)) };
  },
};
