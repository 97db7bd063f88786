import type { IdentityRow } from '#identities/index.ts';
import type { Queryable } from '#kernel/database.ts';
import { AppError } from '#kernel/errors.ts';
import { type LocalDay, localDate, localDay } from '#kernel/local-day.ts';
import type { Policy } from '#tenants/index.ts';
import { type CapOf, type Counted, giveBackOne, markWarned, takeOfCounters } from './counters-repository.ts';

/** A daily cap as `429 daily_cap_reached` and `quota.warning` tell of it. */
export type DailyCap = CapOf & { scope: 'identity' | 'tenant' };

/** Percent of a cap at which somebody is told, once a day each (interface-spec 6.4, quota.warning). */
const WARN_AT = [100, 80] as const;

/**
 * The daily caps of a message, of its identity and of its tenant, on the day in the tenant's time zone on which it is
 * meant to go out (interface-spec 2.3, 4.6 rule 8). What counts is messages, however many recipients they have.
 */
export function dailyCaps(identity: IdentityRow, policy: Policy, at: Date): [DailyCap, DailyCap] {
  const day = localDate(identity.tenant.timezone, at);
  const ofIdentity = identity.send_policy.daily_cap ?? policy.identity_daily_send_cap;
  return [
    { scope: 'identity', owner_id: identity.id, day, cap: ofIdentity },
    { scope: 'tenant', owner_id: identity.tenant_id, day, cap: policy.tenant_daily_send_cap },
  ];
}

/** @throws AppError `daily_cap_reached` of the first cap that has none left */
export function assertLeft(
  caps: readonly DailyCap[],
  hasLeft: (cap: DailyCap) => boolean,
  when: { zone: string; at: Date; now: Date },
): void {
  const reached = caps.find((cap) => !hasLeft(cap));
  if (!reached) return;
  const { endsAt }: LocalDay = localDay(when.zone, when.at);
  const details = { scope: reached.scope, limit: reached.cap, resets_at: endsAt.toISOString() };
  const wait = Math.max(1, Math.ceil((endsAt.getTime() - when.now.getTime()) / 1000));
  throw new AppError('daily_cap_reached', details, { retryAfter: wait });
}

/** A cap whose next percentage is reached, for `quota.warning`. */
export type CapWarning = DailyCap & { used: number; percent: number };

/**
 * Takes one message of each cap, exactly, whoever else sends at the same time. @returns what to warn of
 * @throws AppError `daily_cap_reached`
 */
export async function takeOfCaps(
  tx: Queryable,
  caps: readonly DailyCap[],
  when: { zone: string; at: Date; now: Date },
): Promise<CapWarning[]> {
  const taken = new Map((await takeOfCounters(tx, caps)).map((row) => [row.owner_id, row]));
  assertLeft(caps, ({ owner_id }) => taken.has(owner_id), when);
  const due = caps.flatMap((cap) => warningOf(cap, taken.get(cap.owner_id)!) ?? []);
  const isFirst = await Promise.all(due.map((warning) => markWarned(tx, warning, warning.percent)));
  return due.filter((_, index) => isFirst[index] === 1);
}

function warningOf(cap: DailyCap, { used, warned }: Counted): CapWarning | null {
  const percent = WARN_AT.find((share) => used * 100 >= cap.cap * share);
  return percent === undefined || percent <= warned ? null : { ...cap, used, percent };
}

/**
 * Gives back what a message took of the caps, once, however often it is called: for what is canceled, or fails before
 * any attempt to hand it over.
 */
export const giveBack = async (tx: Queryable, messageId: string): Promise<void> => {
  await giveBackOne(tx, messageId);
};
