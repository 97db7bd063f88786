import { after, DAY } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { TenantRow } from '#workspace/tenants/index.ts';
import { storedDays } from '#workspace/usage/index.ts';
import { countTroubled } from './repository.ts';
import type { Overview } from './schema.ts';
import { ifMay, type May } from './sight.ts';

const WEEK = 7;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Two weeks by day, and the later week compared with the one before it. */
export async function numbersOf(
  services: Services,
  tenant: TenantRow,
  may: May,
): Promise<Overview['numbers']> {
  const now = services.clock.now();
  const dates = Array.from({ length: 2 * WEEK }, (_, index) =>
    dayOf(after(now, (index + 1 - 2 * WEEK) * DAY)),
  );
  const from = dates[0]!;
  const [stored, troubled] = await Promise.all([
    storedDays(services, tenant.id, from, dates.at(-1)!),
    ifMay(may('messages:read'), () =>
      countTroubled(services.db, tenant.id, { from: new Date(from), middle: new Date(dates[WEEK]!) }),
    ),
  ]);
  const byDay = new Map(stored.map((row) => [row.day, row]));
  const days = dates.map((day) => ({
    day,
    received: byDay.get(day)?.inbound ?? 0,
    sent: byDay.get(day)?.sends ?? 0,
  }));
  return { days, received: trendOf(days, 'received'), sent: trendOf(days, 'sent'), troubled };
}

function trendOf(days: Overview['numbers']['days'], what: 'received' | 'sent') {
  const sum = (part: typeof days): number => part.reduce((total, day) => total + day[what], 0);
  return { now: sum(days.slice(WEEK)), before: sum(days.slice(0, WEEK)) };
}
