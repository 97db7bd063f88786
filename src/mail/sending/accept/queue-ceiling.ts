import { recordEvents } from '#events/index.ts';
import { countWaiting } from '#jobs/index.ts';
import { SECOND } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Database, Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { countQueued } from '#mailbox/messages/index.ts';
import { effectivePolicies } from '#workspace/tenants/index.ts';
import { quotaQueueFull } from '../events.ts';
import { markQueueFull } from './counters-repository.ts';

/**
 * How long a count is used, together with the requests since then. A flood of sends therefore costs one count a second.
 */
const FRESH = SECOND;
const MOST_REMEMBERED = 10_000;
/** In seconds. */
const RETRY_AFTER = 30;

type Look = { at: number; count: Promise<number>; since: number };
const looks = new WeakMap<Database, Map<string, Look>>();

/**
 * The approximate number of a tenant's messages that wait to be sent: the count of the last second, plus the requests
 * to this process since then. Counting stops at the tenant's ceiling; without a ceiling the result is 0.
 */
export async function queuedOf(db: Database, tenantId: string, limit: number | null): Promise<number> {
  if (limit === null) return 0;
  const ofDatabase = looks.get(db) ?? new Map<string, Look>();
  looks.set(db, ofDatabase);
  const key = `${tenantId} ${limit}`;
  const now = performance.now();
  const known = ofDatabase.get(key);
  if (known && now - known.at < FRESH) {
    known.since += 1;
    const { since } = known;
    return (await known.count) + since;
  }
  if (ofDatabase.size >= MOST_REMEMBERED) ofDatabase.clear();
  const count = countQueued(db, tenantId, limit);
  ofDatabase.set(key, { at: now, count, since: 0 });
  // Other callers must not reuse a count that failed.
  count.catch(() => ofDatabase.delete(key));
  return count;
}

/** @throws AppError `sending_queue_full` if the tenant's queue is full (issue 16, point 12) */
export function assertQueueHasRoom(
  tenantId: string,
  { waiting, limit }: { waiting: number; limit: number | null },
): void {
  if (limit !== null && waiting >= limit) refuse(tenantId, { queue: 'sends', waiting, limit });
}

/** Jobs that hand over a message. The ceiling for sends already covers them. */
const OF_SENDS = ['sending.submit', 'sending.submit_scheduled'];

/**
 * For work that a caller requests and a job does. Work that follows from received mail is not refused; it waits behind
 * that of tenants with less.
 * @throws AppError `job_queue_full` if too many jobs of the tenant are waiting (issue 16, point 12)
 */
export async function assertJobsHaveRoom(db: Queryable, tenantId: string): Promise<void> {
  const limit = (await effectivePolicies(db, [tenantId])).get(tenantId)?.limits.queued_jobs ?? null;
  if (limit === null) return;
  const waiting = await countWaiting(db, tenantId, { limit, without: OF_SENDS });
  if (waiting >= limit) refuse(tenantId, { queue: 'jobs', waiting, limit });
}

type Full = { queue: 'sends' | 'jobs'; waiting: number; limit: number };
const codes = { sends: 'sending_queue_full', jobs: 'job_queue_full' } as const;

function refuse(tenantId: string, full: Full): never {
  throw new AppError(
    codes[full.queue],
    { limit: full.limit },
    { retryAfter: RETRY_AFTER, afterwards: (services) => report(services, tenantId, full) },
  );
}

/** Notifies the tenant, at most once a day. */
async function report(services: Services, tenantId: string, { queue, waiting, limit }: Full): Promise<void> {
  const day = services.clock.now().toISOString().slice(0, 10);
  await services.db.transaction(async (tx) => {
    if (!(await markQueueFull(tx, { tenantId, queue, day, waiting, limit }))) return;
    await recordEvents(tx, services, [quotaQueueFull({ tenant_id: tenantId, data: { limit, queue } })]);
  });
}
