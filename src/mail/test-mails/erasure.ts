import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteTestMailsOf } from './repository.ts';

/** Erases test mails to an identity, because they name its address, and those of a tenant before its domains. */
export const eraser: Eraser = {
  name: 'domain_test_mails',
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    return { rows: await deleteTestMailsOf(tx, { tenantId: scope.tenantId, identityId }, take) };
  },
};
