import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { deleteUnusedBlobs } from '#kernel/data/blob-references.ts';
import { lockHolds } from '#kernel/data/legal-holds.ts';
import { deleteAttachments, deleteDrafts, findAbandoned } from './repository.ts';

const BATCH = 200;

/** Deletes drafts that nobody has changed for a long time. A second run finds only the remaining ones. */
export const draftRetention: RetentionStep = {
  name: 'drafts',
  async run({ services, signal }) {
    const before = after(services.clock.now(), -limits.drafts.days * DAY);
    let deleted = 0;
    while (!signal.aborted) {
      const count = await services.db.transaction(async (tx) => {
        const seen = await findAbandoned(tx, before, BATCH);
        const tenants = new Set(seen.map(({ tenant_id }) => tenant_id));
        await lockHolds(tx, [...tenants]);
        // Reads again under the lock, because a hold may have been placed in between.
        const found = await findAbandoned(tx, before, BATCH);
        const ids = found.filter(({ tenant_id }) => tenants.has(tenant_id)).map(({ id }) => id);
        const blobs = await deleteAttachments(tx, ids);
        await deleteDrafts(tx, ids);
        await deleteUnusedBlobs(services, tx, blobs);
        return ids.length;
      });
      deleted += count;
      if (count < BATCH) break;
    }
    return deleted;
  },
};
