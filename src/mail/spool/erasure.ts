import type { Eraser } from '#kernel/operation/erasure.ts';
import { withdrawRecipients } from './erasure-repository.ts';

/** Erases mail that was accepted and waits to be processed. */
export const eraser: Eraser = {
  name: 'spool',
  async ofScope(tx, scope) {
    if (scope.kind !== 'identity' && scope.kind !== 'tenant') return { rows: 0 };
    // One statement takes all of them, so there is no second batch.
    return { rows: 0, blobs: await withdrawRecipients(tx, scope) };
  },
};
