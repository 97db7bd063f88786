import type { Payments, Subscription } from '#kernel/ports/payments.ts';
import {
  findPlan,
  graceOf,
  isManaged,
  type PaidAccount,
  packOf,
  type TopUps,
  topUpFeatures,
} from '#workspace/billing/index.ts';

/** Chooses among several subscriptions: paid ones before unpaid ones, then the newest. */
const RANK = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'];

const rankOf = ({ status }: Subscription): number =>
  RANK.includes(status) ? RANK.indexOf(status) : RANK.length;

export const countedOf = (subscriptions: readonly Subscription[]): Subscription | null =>
  subscriptions.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  )[0] ?? null;

/** The plan that a subscription pays for; null if it has none of our catalogue. */
const planOf = ({ lines }: Subscription): string | null => {
  const ids = lines.flatMap(({ key }) => (key?.startsWith('plan:') ? [key.slice('plan:'.length)] : []));
  return ids.find((id) => findPlan(id) !== undefined) ?? null;
};

/** The totals of a subscription's packs, by feature. */
const topUpsOfLines = ({ lines }: Subscription): TopUps =>
  Object.fromEntries(
    topUpFeatures.flatMap((feature) => {
      const packs = lines
        .filter(({ key }) => key === `topup:${feature}`)
        .reduce((sum, { quantity }) => sum + quantity, 0);
      return packs > 0 ? [[feature, packs * packOf(feature).amount]] : [];
    }),
  );

type Known = Pick<PaidAccount, 'tenant_id' | 'customer_id'>;

/** The account that follows from a subscription, without the grace period. */
export function accountOf(known: Known, counted: Subscription | null): PaidAccount {
  const { tenant_id, customer_id } = known;
  return {
    tenant_id,
    customer_id,
    subscription_id: counted?.id ?? null,
    status: counted?.status ?? null,
    plan_id: counted && planOf(counted),
    topups: counted ? topUpsOfLines(counted) : {},
    current_period_end: counted?.currentPeriodEnd?.toISOString() ?? null,
    cancel_at_period_end: counted?.cancelAtPeriodEnd ?? false,
    grace_until: null,
  };
}

/** Reads the current state at the provider, which is authoritative, unlike events. */
export async function readTruth(payments: Payments, known: Known): Promise<PaidAccount> {
  const counted = countedOf(await payments.subscriptionsOf(known.customer_id));
  const account = accountOf(known, counted);
  if (!counted || !isManaged(account)) return account;
  const isUnpaid = account.status === 'past_due' || account.status === 'unpaid';
  const since = isUnpaid ? await payments.unpaidSince(counted.id) : null;
  return { ...account, grace_until: graceOf(account.status, since)?.toISOString() ?? null };
}
