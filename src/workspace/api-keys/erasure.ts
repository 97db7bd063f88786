import type { Eraser } from '#kernel/operation/erasure.ts';
import { emptyKeyNames } from './erasure-repository.ts';

/** Keys are revoked when an erasure is requested. */
export const eraser: Eraser = {
  name: 'api_keys',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    return { rows: await emptyKeyNames(tx, { tenantId: scope.tenantId, identityId }, take) };
  },
};
