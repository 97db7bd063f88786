import { type Cutoff, deleteOldEvents, tenantsAfter } from '#events/index.ts';
import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { lockHolds } from '#kernel/data/legal-holds.ts';
import type { Services } from '#kernel/operation/services.ts';
import { effectivePolicies, effectivePolicy } from '#workspace/tenants/index.ts';
import { deleteOldDeliveries } from './retention-repository.ts';

/** Tenants, and rows of each, that one statement looks at. */
const TENANTS = 200;
const ROWS = 500;

/**
 * Deletes events and deliveries past `policy.retention.events_days` (spec 2.3, 8.3); those without a tenant by the
 * default. Works in batches: a second run continues.
 */
export const eventRetention: RetentionStep = {
  name: 'events',
  async run({ services, signal }) {
    let forgotten = 0;
    for await (const cutoffs of cutoffsOf(services)) {
      for (const forget of [deleteOldEvents, deleteOldDeliveries]) {
        for (let deleted = 1; deleted > 0 && !signal.aborted; forgotten += deleted)
          deleted = await services.db.transaction(async (tx) => {
            await lockHolds(
              tx,
              cutoffs.flatMap(({ tenant_id }) => tenant_id ?? []),
            );
            return forget(tx, cutoffs, ROWS);
          });
      }
      if (signal.aborted) break;
    }
    return forgotten;
  },
};

/** The time for each tenant before which its events are deleted; null stands for events without a tenant. */
async function* cutoffsOf({ db, clock }: Services): AsyncGenerator<Cutoff[]> {
  const now = clock.now();
  const before = (days: number): Date => after(now, -days * DAY);
  const fallback = effectivePolicy({ policy: {} }).retention.events_days;
  yield [{ tenant_id: null, before: before(fallback) }];
  for (let last = ''; ; ) {
    const ids = await tenantsAfter(db, last, TENANTS);
    if (ids.length === 0) return;
    const policies = await effectivePolicies(db, ids);
    yield ids.map((id) => ({ tenant_id: id, before: before(policies.get(id)!.retention.events_days) }));
    last = ids.at(-1)!;
  }
}
