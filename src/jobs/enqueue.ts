import type { z } from 'zod';
import { SECOND } from '#kernel/base/clock.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { JobDeclaration } from './define-job.ts';
import { addJobs, type Counted, type EnqueueOptions, type NewJob } from './repository.ts';

export type { EnqueueOptions } from './repository.ts';

/**
 * Enqueues a job in the caller's transaction, so that no job is lost and none runs for a change that is rolled back. The
 * payload's `tenant_id` decides the job's place in the queue (`addJobs`).
 */
export const enqueue = <P extends z.ZodType>(
  db: Queryable,
  { name, tries }: JobDeclaration<P>,
  payload: z.input<P>,
  options: EnqueueOptions = {},
): Promise<void> => addInOrder(db, [{ name, tries, payload, ...options }]);

/** The same for many jobs of one kind, with one statement. */
export const enqueueMany = <P extends z.ZodType>(
  db: Queryable,
  { name, tries }: JobDeclaration<P>,
  payloads: readonly z.input<P>[],
  options: Pick<EnqueueOptions, 'runAt'> = {},
): Promise<void> =>
  addInOrder(
    db,
    payloads.map((payload) => ({ name, tries, payload, ...options })),
  );

/**
 * How long a count of a tenant's jobs is reused, plus those that this process has added since. So a flood of jobs costs one
 * count per second.
 */
const FRESH = SECOND;
const MOST_REMEMBERED = 10_000;

type Look = { at: number; waiting: number };
const looks = new Map<string, Look>();

export function tenantIn(payload: unknown): string | null {
  const { tenant_id = null } = (payload ?? {}) as { tenant_id?: unknown };
  return typeof tenant_id === 'string' ? tenant_id : null;
}

async function addInOrder(db: Queryable, jobs: readonly NewJob[]): Promise<void> {
  const now = performance.now();
  const added = new Map<string, number>();
  for (const { payload, runAt } of jobs) {
    const tenant = runAt ? null : tenantIn(payload);
    if (tenant !== null) added.set(tenant, (added.get(tenant) ?? 0) + 1);
  }
  const counted: Counted[] = [];
  for (const [tenant, many] of added) {
    const look = looks.get(tenant);
    if (look === undefined || now - look.at >= FRESH) continue;
    counted.push({ tenant, waiting: look.waiting });
    look.waiting += many;
  }
  const news = await addJobs(db, jobs, counted);
  if (looks.size >= MOST_REMEMBERED) looks.clear();
  for (const { tenant, waiting } of news)
    looks.set(tenant, { at: now, waiting: waiting + added.get(tenant)! });
}
