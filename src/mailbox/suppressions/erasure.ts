import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteListsOf, emptyNotes } from './erasure-repository.ts';

/**
 * The lists of an erased tenant. A counterparty that is erased stays suppressed: whoever asked not to be written to
 * must not be written to because they asked to be forgotten.
 */
export const eraser: Eraser = {
  name: 'suppressions',
  async ofScope(tx, scope, take) {
    if (scope.kind === 'tenant') return { rows: await deleteListsOf(tx, scope.tenantId, take) };
    if (scope.kind === 'counterparty') await emptyNotes(tx, scope.tenantId, scope.address);
    return { rows: 0 };
  },
};
