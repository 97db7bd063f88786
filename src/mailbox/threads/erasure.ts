import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteEmptyThreads, deleteLeftOver, rebuildThreads } from './erasure-repository.ts';

/** Erases threads whose last message was erased, and rebuilds the others. */
export const eraser: Eraser = {
  name: 'threads',
  async ofMessages(tx, { threadIds }) {
    await deleteEmptyThreads(tx, threadIds);
    await rebuildThreads(tx, threadIds);
    return {};
  },
  async ofScope(tx, scope, take) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    const identityId = scope.kind === 'identity' ? scope.identityId : null;
    return { rows: await deleteLeftOver(tx, { tenantId: scope.tenantId, identityId }, take) };
  },
};
