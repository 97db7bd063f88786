import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { ulidFloor } from '#kernel/catalogue/ids.ts';
import { lockHolds } from '#kernel/data/legal-holds.ts';
import type { Services } from '#kernel/operation/services.ts';
import { effectivePolicies, shortestRawDays } from '#workspace/tenants/index.ts';
import { READS_KEPT } from './model-reads.ts';
import { deleteReads } from './model-reads-repository.ts';
import { isRawExpired } from './raw-retention.ts';
import { deleteUnusedRaws, forgetRaws, type KeptRaw, listKeptRaws } from './retention-repository.ts';

const BATCH = 500;

/**
 * Deletes raw messages past `policy.retention.raw_days`, in batches. A second run continues, because the references and rows
 * of a batch are removed in one transaction. After a crash, the blob sweep deletes files that no row points to.
 */
export const rawMessageRetention: RetentionStep = {
  name: 'raw_messages',
  async run({ services, signal }) {
    const now = services.clock.now();
    // One day more than needed, because ids use the system's clock, which may differ from the services' clock.
    const olderThan = ulidFloor(after(now, (1 - (await shortestRawDays(services.db))) * DAY));
    let last: KeptRaw | null = null;
    let forgotten = 0;
    while (!signal.aborted) {
      const batch: KeptRaw[] = await listKeptRaws(services.db, { beyond: last, olderThan, take: BATCH });
      forgotten += await expireBatch(services, batch, now);
      last = batch.at(-1) ?? null;
      if (last === null) break;
    }
    return forgotten;
  },
};

async function expireBatch(services: Services, batch: readonly KeptRaw[], now: Date): Promise<number> {
  const tenantIds = [...new Set(batch.map(({ tenant_id }) => tenant_id))];
  const policies = await effectivePolicies(services.db, tenantIds);
  const due = batch.filter(({ tenant_id, created_at }) =>
    isRawExpired(created_at, policies.get(tenant_id)!, now),
  );
  if (due.length === 0) return 0;
  const files = await services.db.transaction(async (tx) => {
    await lockHolds(tx, tenantIds);
    const blobIds = await forgetRaws(
      tx,
      due.map(({ id }) => id),
    );
    return deleteUnusedRaws(tx, blobIds);
  });
  for (const file of files) await services.blobs.delete(file);
  return due.length;
}

const READS_BATCH = 5_000;

/** Deletes reads that the guard no longer needs. A second run continues. */
export const modelReadRetention: RetentionStep = {
  name: 'model_reads',
  async run({ services, signal }) {
    const before = after(services.clock.now(), -READS_KEPT);
    let deleted = 0;
    while (!signal.aborted) {
      const count = await deleteReads(services.db, before, READS_BATCH);
      deleted += count;
      if (count < READS_BATCH) break;
    }
    return deleted;
  },
};
