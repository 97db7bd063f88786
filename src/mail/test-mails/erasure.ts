import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteTestMailsOf } from './repository.ts';

/** Test mails to an identity name its address; those of a tenant go with it, before its domains do. */
export const eraser: Eraser = {
  name: 'domain_test_mails',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    return { rows: await deleteTestMailsOf(tx, { tenantId: scope.tenantId, identityId }, take) };
  },
};
