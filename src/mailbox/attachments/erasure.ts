import type { Eraser } from '#kernel/operation/erasure.ts';
import { deletePages } from './repository.ts';

/** Erases the text that was extracted from attachments. */
export const eraser: Eraser = {
  name: 'attachments',
  async ofMessages(tx, { attachmentIds }) {
    await deletePages(tx, attachmentIds);
    return {};
  },
};
