import { type Cutoff, deleteOldEvents, eventParts, type Gone, tenantsAfter } from '#events/index.ts';
import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { sqlState, type Transaction } from '#kernel/data/database.ts';
import { lockHolds } from '#kernel/data/legal-holds.ts';
import { dropParts, LOCK_NOT_AVAILABLE, makeParts, type WeeklyParts } from '#kernel/data/weekly-parts.ts';
import type { Services } from '#kernel/operation/services.ts';
import { effectivePolicies, effectivePolicy } from '#workspace/tenants/index.ts';
import { deleteOldDeliveries, deliveryParts } from './retention-repository.ts';

/** The number of tenants, and of rows of each, in one statement. */
const TENANTS = 200;
const ROWS = 500;

/**
 * Deletes events and deliveries past `policy.retention.events_days` (spec 2.3, 8.3); those without a tenant use the
 * default. It works in batches, so a second run continues.
 *
 * Most tenants have the longest retention. Their deliveries are dropped a week at a time, up to 7 days late, when
 * nobody keeps anything in that part of the table. Events contain text of mail, so they are deleted on their day, and a
 * week of them is dropped when it is empty.
 */
export const eventRetention: RetentionStep = {
  name: 'events',
  async run({ services, signal }) {
    const { db, clock } = services;
    for (const parts of [deliveryParts, eventParts]) await makeParts(db, parts, clock.now());
    const longest = await longestKept(services);
    let forgotten = 0;
    for await (const cutoffs of cutoffsOf(services)) {
      forgotten += await deleteInBatches(services, signal, cutoffs, deleteOldEvents);
      const shorter = cutoffs.filter(({ before }) => before > longest);
      forgotten += await deleteInBatches(services, signal, shorter, deleteOldDeliveries);
      if (signal.aborted) return forgotten;
    }
    for (const parts of [deliveryParts, eventParts]) forgotten += await dropWeeks(services, parts, longest);
    return forgotten;
  },
};

/** The time before which no tenant keeps anything. */
async function longestKept(services: Services): Promise<Date> {
  let longest = services.clock.now().getTime();
  for await (const cutoffs of cutoffsOf(services))
    longest = Math.min(longest, ...cutoffs.map(({ before }) => before.getTime()));
  return new Date(longest);
}

type DeleteOld = (tx: Transaction, cutoffs: readonly Cutoff[], most: number) => Promise<Gone[]>;

/** Deletes in batches. Only tenants with a full batch are queried again. */
async function deleteInBatches(
  { db }: Services,
  signal: AbortSignal,
  cutoffs: readonly Cutoff[],
  deleteOld: DeleteOld,
): Promise<number> {
  let forgotten = 0;
  for (let left = cutoffs; left.length > 0 && !signal.aborted; ) {
    const tenants = left.flatMap(({ tenant_id }) => tenant_id ?? []);
    const gone = await db.transaction(async (tx) => {
      await lockHolds(tx, tenants);
      return deleteOld(tx, left, ROWS);
    });
    forgotten += gone.reduce((sum, one) => sum + one.gone, 0);
    const more = new Set(gone.filter((one) => one.gone >= ROWS).map(({ tenant_id }) => tenant_id));
    left = left.filter(({ tenant_id }) => more.has(tenant_id));
  }
  return forgotten;
}

/** Drops old weeks. A week that a long query is reading stays until the next night. */
const dropWeeks = async ({ db, log }: Services, parts: WeeklyParts, before: Date): Promise<number> => {
  try {
    return await db.transaction((tx) => dropParts(tx, parts, before));
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    log.warn(
      { err: error, table: parts.table },
      'could not drop an old part of a table because it is in use; retrying tomorrow',
    );
    return 0;
  }
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
