import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteApprovals } from './repository.ts';

/** Erases the approvals of erased messages. A message that was still waiting is never sent. */
export const eraser: Eraser = {
  name: 'approvals',
  async ofMessages(tx, { messageIds }) {
    await deleteApprovals(tx, messageIds);
    return {};
  },
};
