import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteWaits } from './waited-repository.ts';

/** What erased identities waited for; codes stand in the messages and go with them. */
export const eraser: Eraser = {
  name: 'wait',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    return { rows: await deleteWaits(tx, { tenantId: scope.tenantId, identityId }, take) };
  },
};
