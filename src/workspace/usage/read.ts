import { HOUR } from '#kernel/base/clock.ts';
import { localDate } from '#kernel/base/local-day.ts';
import type { Services } from '#kernel/operation/services.ts';
import {
  allowanceOf,
  type Customer,
  countInboxes,
  type Feature,
  features,
  findSpent,
  meteredPlan,
  periodOf,
} from '#workspace/billing/index.ts';
import { countDomains } from '#workspace/domains/index.ts';
import { countSeats } from '#workspace/members/index.ts';
import type { TenantRow } from '#workspace/tenants/index.ts';
import { addDays, dayOf, daysBetween, GIGABYTE } from './days.ts';
import { firstOpenDay } from './open-days.ts';
import { type DailyUsage, findDays, findStorage, measureStorage } from './repository.ts';

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

/** Stored days, and open days, which are counted now and include this process's own counts. */
export async function storedDays(services: Services, tenantId: string, from: string, to: string) {
  await services.meter.flush();
  const open = await firstOpenDay(services.db, dayOf(services.clock.now()));
  return findDays(services.db, tenantId, { from, to, live: open > from ? open : from });
}

/** A row for every day from the first to the last, both included, oldest first. */
export async function dailyUsage(
  services: Services,
  { id, timezone }: Pick<TenantRow, 'id' | 'timezone'>,
  { from, to }: { from: string; to: string },
): Promise<DailyUsage[]> {
  if (to === localDate(timezone, services.clock.now())) await storageOf(services, id);
  const stored = new Map((await storedDays(services, id, from, to)).map((row) => [row.day, row]));
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const day = addDays(from, index);
    return { ...none, ...stored.get(day), day };
  });
}

/** Stored bytes, measured within the last hour by the roll-up, or now if none ran. */
async function storageOf(services: Services, tenantId: string): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const [known] = await findStorage(db, [tenantId]);
  if (known && now.getTime() - new Date(known.measured_at).getTime() < HOUR) return known.storage_bytes;
  await measureStorage(db, [tenantId], now);
  return (await findStorage(db, [tenantId]))[0]!.storage_bytes;
}

type Used = Record<Feature, number>;

/** How much of each feature is used: in this period for features that are spent, now for features that are held. */
async function used(services: Services, tenant: Customer, now: Date): Promise<Used> {
  const { db } = services;
  const { id } = tenant;
  const [spent, inboxes, bytes, seats, domains] = await Promise.all([
    spentOf(services, tenant, now),
    countInboxes(db, [id]),
    storageOf(services, id),
    countSeats(db, [id], now),
    countDomains(db, [id]),
  ]);
  return {
    ...spent,
    inboxes: inboxes.get(id) ?? 0,
    seats: seats.get(id) ?? 0,
    custom_domains: domains.get(id) ?? 0,
    storage_gb: Math.ceil(bytes / GIGABYTE),
  };
}

/**
 * For a metered tenant, the counts of its allowances, which begin when it was first metered; for other tenants, the
 * counts of their mail.
 */
async function spentOf(
  services: Services,
  tenant: Customer,
  now: Date,
): Promise<Pick<Used, 'sends' | 'triage'>> {
  const period = periodOf(now);
  if (meteredPlan(services.config, tenant)) {
    const [{ sends, triage } = { sends: 0, triage: 0 }] = await findSpent(services.db, [tenant.id], period);
    return { sends, triage };
  }
  const days = await storedDays(services, tenant.id, period.from, addDays(dayOf(now), 1));
  const sum = (name: 'sends' | 'triage') => days.reduce((total, day) => total + day[name], 0);
  return { sends: sum('sends'), triage: sum('triage') };
}

/** Each feature with its grant and its usage (spec 2.12). */
export async function featuresOf(services: Services, tenant: Customer) {
  const now = services.clock.now();
  const amounts = await used(services, tenant, now);
  return features.map((feature) => {
    const allowance = allowanceOf(services, tenant, feature, now);
    const isSpent = feature === 'sends' || feature === 'triage';
    return {
      feature,
      granted: allowance?.granted ?? null,
      used: amounts[feature],
      remaining: allowance && Math.max(0, allowance.granted - amounts[feature]),
      unlimited: allowance === null,
      resets_at: isSpent ? periodOf(now).endsAt.toISOString() : null,
    };
  });
}
