import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteGrantsOf, deleteRequestsOf } from './retention-repository.ts';

/** Erases the records of who connected which application. The keys of applications are revoked with all others. */
export const eraser: Eraser = {
  name: 'oauth',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'tenant') return { rows: 0 };
    const grants = await deleteGrantsOf(tx, scope.tenantId, take);
    return { rows: grants + (await deleteRequestsOf(tx, scope.tenantId, take)) };
  },
};
