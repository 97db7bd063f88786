import type { MaintenanceContext, MaintenanceTask } from '#jobs/index.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { Subscription } from '#kernel/ports/payments.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { findPaidAccount, isManaged, listPaidAccounts, type PaidAccount } from '#workspace/billing/index.ts';
import { followPayments } from './follow.ts';
import { requirePayments } from './provider.ts';
import { accountOf, countedOf } from './truth.ts';

const BATCH = 100;

/** A field whose stored value differs from the provider's. */
type Difference = { field: string; stored: unknown; provider: unknown };

const compared = [
  'subscription_id',
  'status',
  'plan_id',
  'topups',
  'current_period_end',
  'cancel_at_period_end',
] as const;

/** JSON with sorted keys, because Postgres stores them in a different order. */
const comparable = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

function differencesOf(stored: PaidAccount, subscriptions: readonly Subscription[]): Difference[] {
  const truth = accountOf(stored, countedOf(subscriptions));
  const differences = compared
    .filter((field) => comparable(stored[field]) !== comparable(truth[field]))
    .map((field): Difference => ({ field, stored: stored[field], provider: truth[field] }));
  const live = subscriptions.filter(isManaged);
  if (live.length > 1)
    differences.push({ field: 'subscriptions', stored: 1, provider: live.map(({ id }) => id) });
  if (isManaged(truth) && truth.plan_id === null)
    differences.push({ field: 'price', stored: null, provider: 'none of the catalogue' });
  return differences;
}

/**
 * Compares every account with the provider, reports each difference in the log and in the audit log of its workspace,
 * and corrects the stored data. It finds changes for which no event arrived. A second run finds only the remaining
 * differences.
 */
export async function reconcile({ services, signal, progress }: MaintenanceContext): Promise<void> {
  const { payments, db, log } = services;
  if (!payments) return;
  const byCustomer = new Map<string, Subscription[]>();
  for await (const subscription of payments.allSubscriptions()) {
    const others = byCustomer.get(subscription.customerId);
    if (others) others.push(subscription);
    else byCustomer.set(subscription.customerId, [subscription]);
  }
  let [beyond, done] = ['', 0];
  for (;;) {
    const accounts = await listPaidAccounts(db, beyond, BATCH);
    if (accounts.length === 0) break;
    if (signal.aborted) return;
    for (const account of accounts) {
      const differences = differencesOf(account, byCustomer.get(account.customer_id) ?? []);
      byCustomer.delete(account.customer_id);
      if (differences.length > 0) await putRight(services, account);
    }
    [beyond, done] = [accounts.at(-1)!.tenant_id, done + accounts.length];
    await progress(done, done);
  }
  for (const strangers of byCustomer.values())
    for (const { id, tenantId } of strangers.filter((each) => each.tenantId !== null && isManaged(each)))
      log.warn(
        { subscription: id, tenant: tenantId },
        'a Stripe subscription belongs to no workspace of this deployment; check it at the payment provider',
      );
}

/** Reads the subscription again before reporting a difference, because it may have changed while all were listed. */
async function putRight(services: Services, listed: PaidAccount): Promise<void> {
  const { tenant_id, customer_id } = listed;
  const subscriptions = await requirePayments(services).subscriptionsOf(customer_id);
  const account = await findPaidAccount(services.db, tenant_id);
  const differences = account ? differencesOf(account, subscriptions) : [];
  if (differences.length === 0) return;
  services.log.warn({ tenant: tenant_id, differences }, 'billing differs from the payment provider');
  await recordAudit(
    services.db,
    { actor: null, requestId: null, services },
    {
      action: 'billing.reconcile',
      target_type: 'tenant',
      target_id: tenant_id,
      tenant_id,
      details: { differences },
    },
  );
  await followPayments(services, customer_id);
}

/** Started by an operator. The job `payments.reconcile` does the same every night. */
export const billingReconcile: MaintenanceTask = { name: 'billing_reconcile', daily: false, run: reconcile };
