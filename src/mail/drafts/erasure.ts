import type { Eraser } from '#kernel/operation/erasure.ts';
import { draftsOfScope } from './erasure-repository.ts';
import { deleteAttachments, deleteDrafts } from './repository.ts';

/** Erases drafts, and their files unless something else uses them. */
export const eraser: Eraser = {
  name: 'drafts',
  async ofScope(tx, scope, take) {
    const ids = (await draftsOfScope(tx, scope, take)).map(({ id }) => id);
    if (ids.length === 0) return { rows: 0 };
    const [blobs, rows] = await Promise.all([deleteAttachments(tx, ids), deleteDrafts(tx, ids)]);
    return { rows, blobs };
  },
};
