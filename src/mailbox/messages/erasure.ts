import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteAttachments, deleteMessages } from './erasure-repository.ts';
import { deleteReadsOf } from './model-reads-repository.ts';

/** Erases messages and their attachments, after the data of other rooms about them. */
export const eraser: Eraser = {
  name: 'messages',
  async ofMessages(tx, { messageIds, attachmentIds }) {
    await deleteReadsOf(tx, messageIds);
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
