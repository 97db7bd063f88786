import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { ulidFloor } from '#kernel/catalogue/ids.ts';
import type { Services } from '#kernel/operation/services.ts';
import { effectivePolicies, shortestRawDays } from '#workspace/tenants/index.ts';
import { isRawExpired } from './raw-retention.ts';
import { deleteUnusedRaws, forgetRaws, type KeptRaw, listKeptRaws } from './retention-repository.ts';

const BATCH = 500;

/**
 * Forgets raw messages past `policy.retention.raw_days`, in batches. A second run finds what is left: forgetting and
 * deleting the rows of a batch is one transaction. A crash after it leaves files that no row points to, for the blob
 * sweep.
 */
export const rawMessageRetention: RetentionStep = {
  name: 'raw_messages',
  async run({ services, signal }) {
    const now = services.clock.now();
    // A day more than needed: ids are made by the system's clock, whatever the services' clock says.
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
    const blobIds = await forgetRaws(
      tx,
      due.map(({ id }) => id),
    );
    return deleteUnusedRaws(tx, blobIds);
  });
  for (const file of files) await services.blobs.delete(file);
  return due.length;
}
