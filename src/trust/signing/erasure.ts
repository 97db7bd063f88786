import type { Eraser } from '#kernel/operation/erasure.ts';
import { revokeKeysWithin } from './erasure-repository.ts';

/** Signing keys of erased identities (interface-spec 4.4, rule 5). */
export const eraser: Eraser = {
  name: 'signing',
  async ofScope(tx, scope) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    await revokeKeysWithin(tx, { tenantId: scope.tenantId, identityId });
    return { rows: 0 };
  },
};
