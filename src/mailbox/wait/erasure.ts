import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteWaits } from './waited-repository.ts';

/** Erases the waits of identities. Codes are in the messages and are erased with them. */
export const eraser: Eraser = {
  name: 'wait',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    return { rows: await deleteWaits(tx, { tenantId: scope.tenantId, identityId }, take) };
  },
};
