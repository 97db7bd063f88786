import { createBatcher } from '#kernel/data/batcher.ts';
import { stageMail } from '#kernel/data/blobs.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { BlobStorage } from '#kernel/ports/blob-storage.ts';
import type { Envelope } from '#kernel/ports/mail-transport.ts';
import { insertCaptured, type NewCaptured } from '../repository.ts';

const MAX_BATCH = 32;

/** Stores captured mail for the console's outbox. Concurrent messages share one statement. */
export function captureStore(db: Queryable, blobs: BlobStorage) {
  const keep = createBatcher(async (mails: NewCaptured[]) => {
    await insertCaptured(db, mails);
    return mails.map(() => undefined);
  }, MAX_BATCH);
  return async (envelope: Envelope, raw: Uint8Array, options: { messageId: string }): Promise<void> => {
    await keep({
      rfc_message_id: options.messageId,
      envelope_from: envelope.from,
      envelope_to: [...envelope.to],
      raw: await stageMail({ blobs }, raw),
    });
  };
}
