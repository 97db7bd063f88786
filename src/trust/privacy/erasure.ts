import type { Eraser } from '#kernel/operation/erasure.ts';
import { withdrawExports } from './exports-repository.ts';

/** Erases exports of erased data, because their files would be copies of it. */
export const eraser: Eraser = {
  name: 'exports',
  async ofScope(tx, scope, take) {
    if (scope.kind === 'message' || scope.kind === 'thread') return { rows: 0 };
    const gone = await withdrawExports(tx, scope, take);
    return { rows: gone.length, blobs: gone.flatMap(({ blob_id }) => blob_id ?? []) };
  },
};
