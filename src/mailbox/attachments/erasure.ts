import type { Eraser } from '#kernel/operation/erasure.ts';
import { deletePages } from './repository.ts';

/** The text that was read out of attachments. */
export const eraser: Eraser = {
  name: 'attachments',
  async ofMessages(tx, { attachmentIds }) {
    await deletePages(tx, attachmentIds);
    return {};
  },
};
