import type { Eraser } from '#kernel/operation/erasure.ts';
import { revokeKeysWithin } from './repository.ts';

/**
 * Erases the signing keys of erased identities (spec 4.4, rule 5). The request has already revoked them and written
 * their tombstones.
 */
export const eraser: Eraser = {
  name: 'signing',
  async ofScope(tx, scope) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    await revokeKeysWithin(tx, { tenantId: scope.tenantId, identityId }, null);
    return { rows: 0 };
  },
};
