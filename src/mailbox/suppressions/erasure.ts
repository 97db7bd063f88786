import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteListsOf, emptyNotes } from './erasure-repository.ts';

/**
 * Erases the lists of an erased tenant. An erased counterparty stays suppressed: people who asked for no more mail
 * must not get mail because they also asked for erasure.
 */
export const eraser: Eraser = {
  name: 'suppressions',
  async ofScope(tx, scope, take) {
    if (scope.kind === 'tenant') return { rows: await deleteListsOf(tx, scope.tenantId, take) };
    if (scope.kind === 'counterparty') await emptyNotes(tx, scope.tenantId, scope.address);
    return { rows: 0 };
  },
};
