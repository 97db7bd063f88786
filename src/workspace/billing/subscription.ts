import { after, DAY } from '#kernel/base/clock.ts';
import type { Narrow, Row } from '#kernel/data/row.ts';
import { FREE_PLAN, type TopUps } from './catalogue.ts';

/** A tenant's subscription at the payment provider, as it was last read. */
export type PaidAccount = Narrow<
  Row<
    'paid_accounts',
    | 'tenant_id'
    | 'customer_id'
    | 'subscription_id'
    | 'status'
    | 'plan_id'
    | 'topups'
    | 'current_period_end'
    | 'cancel_at_period_end'
    | 'grace_until'
  >,
  { topups: TopUps }
>;

/** How long a plan still applies after the first failed payment. */
export const GRACE_DAYS = 7;

/**
 * The statuses in which a subscription exists. Before its first payment (`incomplete`) and after its end, it does not.
 */
const MANAGED = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused']);
const PAID = new Set(['active', 'trialing']);
const IN_DOUBT = new Set(['past_due', 'unpaid']);

/** Whether a subscription decides the plan, so that nobody else may change it. */
export const isManaged = ({ status }: Pick<PaidAccount, 'status'>): boolean =>
  status !== null && MANAGED.has(status);

/** When the grace of a subscription ends: null while it is paid. */
export const graceOf = (status: string | null, unpaidSince: Date | null): Date | null =>
  status !== null && IN_DOUBT.has(status) && unpaidSince ? after(unpaidSince, GRACE_DAYS * DAY) : null;

/** The plan and the top-ups that a subscription grants now; null if no subscription decides them. */
export function entitlementOf(account: PaidAccount, now: Date): { plan_id: string; topups: TopUps } | null {
  const { status, plan_id, topups, grace_until } = account;
  if (!isManaged(account)) return null;
  const isInGrace = IN_DOUBT.has(status ?? '') && (grace_until === null || now < new Date(grace_until));
  if (!PAID.has(status ?? '') && !isInGrace) return { plan_id: FREE_PLAN, topups: {} };
  // A price that is not in the catalogue counts as the free plan.
  return plan_id === null ? { plan_id: FREE_PLAN, topups: {} } : { plan_id, topups };
}
