import type { Services } from '#kernel/operation/services.ts';
import { countInboxes, type Feature, findSpent, type Period } from '#workspace/billing/index.ts';
import { countDomains } from '#workspace/domains/index.ts';
import { countSeats } from '#workspace/members/index.ts';
import { GIGABYTE } from './days.ts';
import { findStorage } from './repository.ts';

export type Used = Partial<Record<Feature, number>>;

/**
 * How much these tenants use of each feature, with one statement per kind. Storage is the last measurement in gigabytes, not
 * rounded. Sends and triage are those of metered tenants in the current period.
 */
export async function usedBy(
  { db }: Services,
  ids: readonly string[],
  period: Period,
  now: Date,
): Promise<(tenantId: string) => Used> {
  const [spent, inboxes, seats, storage, domains] = await Promise.all([
    findSpent(db, ids, period),
    countInboxes(db, ids),
    countSeats(db, ids, now),
    findStorage(db, ids),
    countDomains(db, ids),
  ]);
  const spentBy = new Map(spent.map((row) => [row.tenant_id, row]));
  const bytesBy = new Map(storage.map((row) => [row.tenant_id, row.storage_bytes]));
  return (id) => ({
    inboxes: inboxes.get(id) ?? 0,
    sends: spentBy.get(id)?.sends ?? 0,
    triage: spentBy.get(id)?.triage ?? 0,
    storage_gb: (bytesBy.get(id) ?? 0) / GIGABYTE,
    seats: seats.get(id) ?? 0,
    custom_domains: domains.get(id) ?? 0,
  });
}
