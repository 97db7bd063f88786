import type { Config } from '#kernel/base/config.ts';
import { localDate, localDay } from '#kernel/base/local-day.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { IdentityRow } from '#mailbox/identities/index.ts';
import { type Allowance, allowanceOf, billingLimit, rampOf } from '#workspace/billing/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import {
  type CapOf,
  type Counted,
  giveBackOne,
  markWarned,
  type Take,
  takeOfCounters,
} from './counters-repository.ts';

/** A daily cap as `429 daily_cap_reached` and `quota.warning` report it. */
export type DailyCap = CapOf & {
  scope: 'identity' | 'tenant' | 'new_workspace_ramp';
  tenant_id: string;
  identity_id: string;
  /** When it ends, if that is not the end of its day. */
  endsAt: Date | null;
};

/** The sends that the tenant's plan grants in this period, counted in the same statement (spec 4.6 rule 8). */
export type PlanCap = CapOf & { scope: 'plan'; allowance: Allowance };
export type SendCap = DailyCap | PlanCap;

const isDaily = (cap: SendCap): cap is DailyCap => cap.scope !== 'plan';
const isOfPlan = (cap: SendCap): cap is PlanCap => cap.scope === 'plan';

/** All caps that apply to a message: first the plan's allowance, where the tenant is metered. */
export function capsOf(
  services: Pick<Services, 'config'>,
  identity: IdentityRow,
  policy: Policy,
  { at, now }: Pick<ToCount, 'at' | 'now'>,
): readonly SendCap[] {
  const daily = dailyCaps(services.config, identity, policy, at);
  const allowance = allowanceOf(services, identity.tenant, 'sends', now);
  if (!allowance) return daily;
  const { tenant_id, period, granted } = allowance;
  // `giveBackOne` knows this name.
  const owner_id = `${tenant_id} sends`;
  return [{ scope: 'plan', owner_id, day: period.from, cap: granted, allowance }, ...daily];
}

/** Where a message is counted: the day of its daily caps, and the first day of its plan's period. */
export const countedIn = (caps: readonly SendCap[]): { counted_on: string; metered_on: string | null } => ({
  counted_on: caps.find(isDaily)!.day,
  metered_on: caps.find(isOfPlan)?.day ?? null,
});

/** Percentages of a cap that trigger a warning, each once a day (spec 6.4, quota.warning). */
const WARN_AT = [100, 80] as const;

/**
 * The daily caps of a message, of its identity and of its tenant, on the day in the tenant's time zone on which it is
 * due (spec 2.3, 4.6 rule 8). Each message counts once, however many recipients it has. The ramp
 * of a new workspace lowers the tenant's cap (8.4).
 */
function dailyCaps(
  config: Pick<Config, 'billing'>,
  { id, tenant, send_policy }: IdentityRow,
  policy: Policy,
  at: Date,
): [DailyCap, DailyCap] {
  const day = localDate(tenant.timezone, at);
  const whose = { tenant_id: tenant.id, identity_id: id };
  const ofIdentity = send_policy.daily_cap ?? policy.identity_daily_send_cap;
  const ramp = rampOf(config, tenant, at);
  const ofTenant =
    ramp && ramp.perDay < policy.tenant_daily_send_cap
      ? ({ scope: 'new_workspace_ramp', cap: ramp.perDay, endsAt: ramp.endsAt } as const)
      : ({ scope: 'tenant', cap: policy.tenant_daily_send_cap, endsAt: null } as const);
  return [
    { scope: 'identity', ...whose, owner_id: id, day, cap: ofIdentity, endsAt: null },
    { ...ofTenant, ...whose, owner_id: tenant.id, day },
  ];
}

type HasLeft = (cap: SendCap) => boolean;

/** @throws AppError `billing_limit` where the plan has no sends left */
export function assertGranted(
  services: Pick<Services, 'config'>,
  caps: readonly SendCap[],
  hasLeft: HasLeft,
  used?: ReadonlyMap<string, number>,
): void {
  const spent = caps.filter(isOfPlan).find((cap) => !hasLeft(cap));
  if (spent) throw billingLimit(services, spent.allowance, used?.get(spent.owner_id) ?? spent.cap);
}

/** @throws AppError `daily_cap_reached` of the first daily cap that has none left */
export function assertLeft(
  caps: readonly SendCap[],
  hasLeft: HasLeft,
  when: Pick<ToCount, 'zone' | 'at' | 'now'>,
): void {
  const reached = caps.filter(isDaily).find((cap) => !hasLeft(cap));
  if (!reached) return;
  const dayEndsAt = localDay(when.zone, when.at).endsAt;
  const resetsAt = reached.endsAt && reached.endsAt < dayEndsAt ? reached.endsAt : dayEndsAt;
  const details = { scope: reached.scope, limit: reached.cap, resets_at: resetsAt.toISOString() };
  const wait = Math.max(1, Math.ceil((resetsAt.getTime() - when.now.getTime()) / 1000));
  throw new AppError('daily_cap_reached', details, { retryAfter: wait });
}

/** A cap whose next percentage is reached, for `quota.warning`. */
export type CapWarning = DailyCap & { used: number; percent: number };

/** A message to count, with the caps that apply to it. */
export type ToCount = { caps: readonly SendCap[]; zone: string; at: Date; now: Date };

const keyOf = ({ owner_id, day }: Pick<CapOf, 'owner_id' | 'day'>): string => `${owner_id} ${day}`;

/**
 * Counts these messages against their caps, all or none. The counts are exact under concurrency.
 * @returns the caps to warn about
 * @throws AppError `billing_limit`, `daily_cap_reached`
 */
export async function takeOfCaps(
  tx: Queryable,
  services: Pick<Services, 'config'>,
  messages: readonly ToCount[],
): Promise<CapWarning[]> {
  const takes = new Map<string, SendCap & Take>();
  for (const cap of messages.flatMap(({ caps }) => caps)) {
    const before = takes.get(keyOf(cap));
    // Uses the lowest cap in the batch. When that is too low for all, each message is tried alone with its own cap.
    const lower = before && before.cap < cap.cap ? before : cap;
    takes.set(keyOf(cap), { ...lower, n: (before?.n ?? 0) + 1 });
  }
  const wanted = [...takes.values()];
  const taken = new Map((await takeOfCounters(tx, wanted)).map((row) => [keyOf(row), row]));
  const hasLeft: HasLeft = (cap) => taken.has(keyOf(cap));
  for (const message of messages) {
    assertGranted(services, message.caps, hasLeft);
    assertLeft(message.caps, hasLeft, message);
  }
  const due = wanted.flatMap((cap) => warningOf(cap, taken.get(keyOf(cap))!) ?? []);
  const isFirst = await Promise.all(due.map((warning) => markWarned(tx, warning, warning.percent)));
  return due.filter((_, index) => isFirst[index] === 1);
}

/** Of daily caps alone (spec 6.4, quota.warning). */
function warningOf({ n: _, ...cap }: SendCap & Take, { used, warned }: Counted): CapWarning | null {
  if (!isDaily(cap)) return null;
  const percent = WARN_AT.find((share) => used * 100 >= cap.cap * share);
  return percent === undefined || percent <= warned ? null : { ...cap, used, percent };
}

/**
 * Stops counting a message against its caps, at most once per message: for messages that are canceled, or fail before
 * any transport was asked.
 */
export const giveBack = async (tx: Queryable, messageId: string): Promise<void> => {
  await giveBackOne(tx, messageId);
};
