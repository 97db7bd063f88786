import type { Eraser } from '#kernel/operation/erasure.ts';
import { formsOf } from './blind.ts';
import { blindEntries, blindSuppression, deleteListsOf, emptyNotes } from './erasure-repository.ts';
import { storedAddress } from './names.ts';

/**
 * Erases the lists of an erased tenant. An erased counterparty stays suppressed and blocked through a keyed hash, because
 * people who asked for no more mail must not get mail because they also asked for erasure.
 */
export const eraser: Eraser = {
  name: 'suppressions',
  async ofScope(tx, scope, take, { keyRing }) {
    if (scope.kind === 'tenant') return { rows: await deleteListsOf(tx, scope.tenantId, take) };
    if (scope.kind === 'counterparty') {
      const forms = formsOf(keyRing, scope.tenantId, storedAddress(scope.address) ?? scope.address);
      await blindSuppression(tx, scope.tenantId, forms);
      await emptyNotes(tx, scope.tenantId, forms);
      await blindEntries(tx, scope.tenantId, forms);
    }
    return { rows: 0 };
  },
};
