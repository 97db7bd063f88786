import { recordEvents } from '#events/index.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type AuditCall, recordAudit } from '#workspace/audit/index.ts';
import {
  type BegunRead,
  beginRead,
  billingPaymentFailed,
  billingPlanChanged,
  entitlementOf,
  FREE_PLAN,
  isManaged,
  lockPaidAccount,
  type PaidAccount,
  type TopUps,
  writePaidAccount,
} from '#workspace/billing/index.ts';
import { lockTenant, type TenantRow, updateTenant } from '#workspace/tenants/index.ts';
import { tellOfFailedPayment } from './failed-payment.ts';
import { requirePayments } from './provider.ts';
import { readTruth } from './truth.ts';

/** The person who caused the change, if known. The provider's events name nobody. */
const nobody: AuditCall = { actor: null, requestId: null };

/**
 * Reads a customer's subscription at the provider and applies its plan to the tenant. It can run at any time, any
 * number of times, and concurrently: reads are numbered when they begin, and a read is dropped if a later one has
 * already been stored.
 * @throws AppError `upstream_error`, `upstream_rate_limited`, `payments_disabled`
 */
export async function followPayments(
  services: Services,
  customerId: string,
  call: AuditCall = nobody,
): Promise<void> {
  const payments = requirePayments(services);
  const begun = await beginRead(services.db, customerId);
  if (!begun) return;
  const found = await readTruth(payments, begun);
  await services.db.transaction((tx) => write(tx, services, { begun, found, call }));
}

type Found = { begun: BegunRead; found: PaidAccount; call: AuditCall };

async function write(tx: Transaction, services: Services, { begun, found, call }: Found): Promise<void> {
  const tenant = await lockTenant(tx, begun.tenant_id);
  const before = await lockPaidAccount(tx, begun.tenant_id);
  if (!tenant || !before || before.read_written >= begun.reads_begun) return;
  const now = services.clock.now();
  await writePaidAccount(tx, found, begun.reads_begun, now);
  if (tenant.status === 'erasing' || tenant.status === 'erased') return;
  const change = changeOf(tenant, before, found, now);
  if (change) await give(tx, services, { tenant, change, call, now });
  const { grace_until } = found;
  const fails = grace_until !== null && before.grace_until === null;
  if (fails) await tellOfFailedPayment(tx, services, tenant.id, grace_until);
  const { id: tenant_id, plan_id: from_plan } = tenant;
  const isMoved = change !== null && change.plan_id !== from_plan;
  await recordEvents(tx, services, [
    ...(fails ? [billingPaymentFailed({ tenant_id, data: { grace_until } })] : []),
    ...(isMoved
      ? [
          billingPlanChanged({
            tenant_id,
            data: { from_plan, to_plan: change.plan_id, reason: change.reason },
          }),
        ]
      : []),
  ]);
}

type Reason = Parameters<typeof billingPlanChanged>[0]['data']['reason'];
type Change = { plan_id: string; topups: TopUps; reason: Reason };

/** The change for a tenant; null if the subscription changes nothing. */
function changeOf(tenant: TenantRow, before: PaidAccount, found: PaidAccount, now: Date): Change | null {
  const entitled = entitlementOf(found, now);
  // There is no subscription and there was none, so a complimentary plan stays.
  if (!entitled && !isManaged(before)) return null;
  const { plan_id, topups } = entitled ?? { plan_id: FREE_PLAN, topups: {} };
  if (plan_id === tenant.plan_id && isSame(topups, tenant.topups)) return null;
  return { plan_id, topups, reason: reasonOf(tenant, before, found, plan_id) };
}

const isSame = (a: TopUps, b: TopUps): boolean =>
  (['inboxes', 'sends', 'triage'] as const).every((feature) => (a[feature] ?? 0) === (b[feature] ?? 0));

function reasonOf(tenant: TenantRow, before: PaidAccount, found: PaidAccount, planId: string): Reason {
  if (planId === FREE_PLAN)
    return isManaged(found) && found.grace_until ? 'payment_failed_grace_ended' : 'canceled';
  if (before.subscription_id !== found.subscription_id || !isManaged(before)) return 'checkout';
  // The tenant had lost its plan because of failed payments.
  return tenant.plan_id === FREE_PLAN ? 'payment_recovered' : 'portal';
}

async function give(
  tx: Transaction,
  services: Services,
  { tenant, change, call, now }: { tenant: TenantRow; change: Change; call: AuditCall; now: Date },
): Promise<void> {
  const { plan_id, topups, reason } = change;
  await updateTenant(tx, { ...tenant, plan_id, topups, updated_at: now.toISOString() });
  await recordAudit(
    tx,
    { ...call, services },
    {
      action: 'billing.update',
      target_type: 'tenant',
      target_id: tenant.id,
      tenant_id: tenant.id,
      details: {
        reason,
        plan_id,
        previous_plan_id: tenant.plan_id,
        topups,
        previous_topups: tenant.topups,
      },
    },
  );
}
