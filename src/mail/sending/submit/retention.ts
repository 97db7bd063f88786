import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { ulidFloor } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { deleteUnusedRaws } from '#mailbox/messages/index.ts';
import { deleteCapturedBefore } from './captured-repository.ts';

const BATCH = 500;

/**
 * Deletes old captured mail, in batches. A second run continues: the rows of a batch and their bytes are deleted in one
 * transaction. A crash after it leaves files that no row refers to; the blob sweep deletes them.
 */
export const capturedRetention: RetentionStep = {
  name: 'captured_mail',
  async run({ services, signal }) {
    const olderThan = ulidFloor(after(services.clock.now(), -limits.capturedMailDays * DAY));
    let forgotten = 0;
    while (!signal.aborted) {
      const { count, files } = await services.db.transaction(async (tx) => {
        const rawIds = await deleteCapturedBefore(tx, olderThan, BATCH);
        return { count: rawIds.length, files: await deleteUnusedRaws(tx, rawIds) };
      });
      for (const file of files) await services.blobs.delete(file);
      forgotten += count;
      if (count < BATCH) break;
    }
    return forgotten;
  },
};
