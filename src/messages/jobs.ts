import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { after, DAY } from '#kernel/clock.ts';
import { ulidFloor } from '#kernel/ids.ts';
import type { Services } from '#kernel/services.ts';
import { effectivePolicies, shortestRawDays } from '#tenants/index.ts';
import { isRawExpired } from './raw-retention.ts';
import { deleteUnusedRaws, forgetRaws, type KeptRaw, listKeptRaws } from './retention-repository.ts';

const BATCH = 500;

/**
 * Forgets raw messages past `policy.retention.raw_days`, once a day and in batches. A second run finds what is left:
 * forgetting and deleting the rows of a batch is one transaction. A crash after it leaves files that no row points to.
 */
export const expireRawMessages = defineJob({
  name: 'messages.expire_raw',
  payload: z.object({}),
  tries: 5,
  schedule: '23 3 * * *',
  async run({ services, signal }) {
    const now = services.clock.now();
    // A day more than needed: ids are made by the system's clock, whatever the services' clock says.
    const olderThan = ulidFloor(after(now, (1 - (await shortestRawDays(services.db))) * DAY));
    let last: KeptRaw | null = null;
    do {
      if (signal.aborted) return now;
      const batch: KeptRaw[] = await listKeptRaws(services.db, { beyond: last, olderThan, take: BATCH });
      await expireBatch(services, batch, now);
      last = batch.at(-1) ?? null;
    } while (last !== null);
    return undefined;
  },
});

async function expireBatch(services: Services, batch: readonly KeptRaw[], now: Date): Promise<void> {
  const tenantIds = [...new Set(batch.map(({ tenant_id }) => tenant_id))];
  const policies = await effectivePolicies(services.db, tenantIds);
  const due = batch.filter(({ tenant_id, created_at }) =>
    isRawExpired(created_at, policies.get(tenant_id)!, now),
  );
  if (due.length === 0) return;
  const files = await services.db.transaction(async (tx) => {
    const blobIds = await forgetRaws(
      tx,
      due.map(({ id }) => id),
    );
    return deleteUnusedRaws(tx, blobIds);
  });
  for (const file of files) await services.blobs.delete(file);
  services.log.info({ messages: due.length, files: files.length }, 'raw messages past retention forgotten');
}
