import type { BlobStorage } from '#adapters/blob-storage/port.ts';
import type { Envelope } from '#adapters/mail-transport/port.ts';
import { stageBlob } from '#kernel/blobs.ts';
import type { Queryable } from '#kernel/database.ts';
import { newUlid } from '#kernel/ids.ts';
import { insertCaptured } from './repository.ts';

/** Where the capture driver keeps mail: the console's outbox. */
export const captureStore =
  (db: Queryable, blobs: BlobStorage) =>
  async (envelope: Envelope, raw: Uint8Array, { messageId }: { messageId: string }): Promise<void> => {
    const mail = {
      id: newUlid(),
      rfc_message_id: messageId,
      envelope_from: envelope.from,
      envelope_to: [...envelope.to],
    };
    await insertCaptured(db, mail, await stageBlob({ blobs }, raw));
  };
