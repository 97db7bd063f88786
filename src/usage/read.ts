import { HOUR } from '#kernel/clock.ts';
import type { Services } from '#kernel/services.ts';
import { countSeats } from '#members/index.ts';
import { addDays, dayOf, daysBetween, monthOf } from './days.ts';
import { countInboxes, type DailyUsage, findDays, findStorage, measureStorage } from './repository.ts';
import { firstOpenDay } from './roll-up.ts';

const none: Omit<DailyUsage, 'day'> = {
  inbound: 0,
  outbound: 0,
  sends: 0,
  triage: 0,
  search: 0,
  agentic: 0,
  assertions: 0,
  http_signatures: 0,
  ai_neurons: 0,
  storage_bytes: 0,
};

/** Stored days, and those that are still open counted now, this process's own counts included. */
async function storedDays(services: Services, tenantId: string, from: string, to: string) {
  await services.meter.flush();
  const open = await firstOpenDay(services.db, dayOf(services.clock.now()));
  return findDays(services.db, tenantId, { from, to, live: open > from ? open : from });
}

/** A row for every day from the first to the last, both included, oldest first. */
export async function dailyUsage(
  services: Services,
  tenantId: string,
  from: string,
  to: string,
): Promise<DailyUsage[]> {
  if (to === dayOf(services.clock.now())) await storageOf(services, tenantId);
  const stored = new Map((await storedDays(services, tenantId, from, to)).map((row) => [row.day, row]));
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const day = addDays(from, index);
    return { ...none, ...stored.get(day), day };
  });
}

/** Bytes kept, measured within the hour: by the roll-up, or now where none ran. */
async function storageOf(services: Services, tenantId: string): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const known = await findStorage(db, tenantId);
  if (known && now.getTime() - new Date(known.measured_at).getTime() < HOUR) return known.storage_bytes;
  await measureStorage(db, [tenantId], { day: dayOf(now), now });
  return (await findStorage(db, tenantId))!.storage_bytes;
}

const GIGABYTE = 1e9;

/** What of each feature is used, in the month where it is spent, else now. */
export async function featuresUsed(services: Services, tenantId: string) {
  const now = services.clock.now();
  const month = monthOf(now);
  const [days, inboxes, bytes, seats] = await Promise.all([
    storedDays(services, tenantId, month.from, dayOf(now)),
    countInboxes(services.db, tenantId),
    storageOf(services, tenantId),
    countSeats(services.db, tenantId, now),
  ]);
  const spent = (name: 'sends' | 'triage') => days.reduce((sum, day) => sum + day[name], 0);
  return [
    { feature: 'inboxes', used: inboxes, resets_at: null },
    { feature: 'sends', used: spent('sends'), resets_at: month.endsAt },
    { feature: 'triage', used: spent('triage'), resets_at: month.endsAt },
    // No domain of a customer exists yet.
    { feature: 'custom_domains', used: 0, resets_at: null },
    { feature: 'storage_gb', used: Math.ceil(bytes / GIGABYTE), resets_at: null },
    { feature: 'seats', used: seats, resets_at: null },
  ] as const;
}
