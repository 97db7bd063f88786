import type { BlobStorage } from '#adapters/blob-storage/port.ts';
import type { Envelope } from '#adapters/mail-transport/port.ts';
import { insertBlobs, stageBlob } from '#kernel/blobs.ts';
import type { Database } from '#kernel/database.ts';
import { newUlid } from '#kernel/ids.ts';
import { insertCaptured } from './repository.ts';

/** Where the capture driver keeps mail: the console's outbox. */
export const captureStore =
  (db: Database, blobs: BlobStorage) =>
  async (envelope: Envelope, raw: Uint8Array, { messageId }: { messageId: string }): Promise<void> => {
    const blob = await stageBlob({ blobs }, raw);
    await db.transaction(async (tx) => {
      await insertBlobs(tx, [blob]);
      await insertCaptured(tx, {
        id: newUlid(),
        rfc_message_id: messageId,
        envelope_from: envelope.from,
        envelope_to: [...envelope.to],
        raw_id: blob.id,
      });
    });
  };
