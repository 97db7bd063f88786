import type { RetentionStep } from '#jobs/index.ts';
import { after, HOUR } from '#kernel/base/clock.ts';
import { deleteUnusedBlobs } from '#kernel/data/blob-references.ts';
import { deleteExpired } from './repository.ts';

const BATCH = 200;
/** Longer than a send takes from finding an upload to storing a message that points to the same bytes. */
const GRACE = HOUR;

/**
 * Deletes uploads that have expired, and their bytes if nothing else refers to them. A second run finds only the
 * remaining ones.
 */
export const uploadRetention: RetentionStep = {
  name: 'uploads',
  async run({ services, signal }) {
    const before = after(services.clock.now(), -GRACE);
    let deleted = 0;
    while (!signal.aborted) {
      const count = await services.db.transaction(async (tx) => {
        const rows = await deleteExpired(tx, before, BATCH);
        await deleteUnusedBlobs(services, tx, [...new Set(rows.map(({ blob_id }) => blob_id))]);
        return rows.length;
      });
      deleted += count;
      if (count < BATCH) break;
    }
    return deleted;
  },
};
