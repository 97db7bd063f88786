import type { Eraser } from '#kernel/operation/erasure.ts';
import { deleteCaptured, deleteSends } from './erasure-repository.ts';

/** Sends, deliveries, and the outbox of the capture driver. */
export const eraser: Eraser = {
  name: 'sending',
  async ofMessages(tx, { messageIds }) {
    await deleteSends(tx, messageIds);
    return { blobs: await deleteCaptured(tx, messageIds) };
  },
};
