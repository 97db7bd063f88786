import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteApprovals } from './repository.ts';

/** Approvals of erased messages: what waited is never sent then. */
export const eraser: Eraser = {
  name: 'approvals',
  async ofMessages(tx, { messageIds }) {
    await deleteApprovals(tx, messageIds);
    return {};
  },
};
