import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteAttachments, deleteMessages } from './erasure-repository.ts';

/** Messages and their attachments. What other rooms keep about them is erased before. */
export const eraser: Eraser = {
  name: 'messages',
  async ofMessages(tx, { messageIds, attachmentIds }) {
    const [attachments, messages] = await Promise.all([
      deleteAttachments(tx, attachmentIds),
      deleteMessages(tx, messageIds),
    ]);
    return {
      counts: {
        messages_deleted: messages.count,
        attachments_deleted: attachments.count,
        refs_deleted: messages.refs,
      },
      blobs: [...attachments.blobs, ...messages.blobs],
    };
  },
};
