import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import {
  addPaidAccount,
  FREE_PLAN,
  findPaidAccount,
  findPlan,
  isManaged,
  meteredPlan,
  type PaidAccount,
  type Plan,
} from '#workspace/billing/index.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { assertNotErased, type TenantRow, tenantTarget } from '#workspace/tenants/index.ts';
import { requirePayments } from './provider.ts';
import { type Packs, packsOf } from './sale-items.ts';

/** The workspace of the caller. @throws AppError `tenant_not_found` */
export async function ownTenant({ db }: Pick<Services, 'db'>, actor: Actor): Promise<TenantRow> {
  const tenant = await tenantTarget.resolve(db, actor, actor.tenant_id ?? '');
  assertNotErased(actor, tenant);
  return tenant;
}

/** The workspace's customer at the provider, created with the first purchase. */
export async function customerOf(services: Services, tenant: TenantRow): Promise<string> {
  const known = await findPaidAccount(services.db, tenant.id);
  if (known) return known.customer_id;
  const [owner] = await findAdmins(services.db, tenant.id);
  const made = await requirePayments(services).createCustomer({
    id: tenant.id,
    name: tenant.name,
    email: owner?.email ?? null,
  });
  return addPaidAccount(services.db, tenant.id, made);
}

export type Subscribed = PaidAccount & { subscription_id: string };

/** The account of a workspace whose subscription can be changed. @throws AppError `subscription_missing` */
export async function subscribed({ db }: Pick<Services, 'db'>, tenant: TenantRow): Promise<Subscribed> {
  const account = await findPaidAccount(db, tenant.id);
  if (!account?.subscription_id || !isManaged(account)) throw new AppError('subscription_missing');
  return { ...account, subscription_id: account.subscription_id };
}

/** Refuses to sell to a workspace that no plan limits. @throws AppError `payments_disabled` */
export function assertMetered({ config }: Pick<Services, 'config'>, tenant: TenantRow): void {
  if (!meteredPlan(config, tenant)) throw new AppError('payments_disabled', { mode: tenant.billing_mode });
}

/** A plan that is for sale. @throws AppError `invalid_request` */
export function planForSale(planId: string): Plan {
  const plan = findPlan(planId);
  if (plan && plan.plan_id !== FREE_PLAN) return plan;
  const message =
    planId === FREE_PLAN
      ? 'Cancel the subscription instead, with cancel_at_period_end: the free plan is not for sale.'
      : 'Use a plan that GET /v1/plans lists.';
  throw invalidRequest([{ path: 'plan_id', message }]);
}

/** The plan and packs after a change. Fields that are left out stay unchanged. @throws AppError `invalid_request` */
export function wantedOf(
  account: Subscribed,
  wanted: {
    plan_id?: string | undefined;
    packs?: Partial<Record<keyof Packs, number | undefined>> | undefined;
  },
): { plan: Plan; packs: Packs } {
  const planId = wanted.plan_id ?? account.plan_id;
  if (planId === null) throw invalidRequest([{ path: 'plan_id', message: 'Name a plan.' }]);
  const plan = planForSale(planId);
  const given = Object.entries(wanted.packs ?? {}).filter(([, many]) => many !== undefined);
  const packs: Packs = { ...packsOf(account.topups), ...Object.fromEntries(given) };
  if (!plan.topups && Object.values(packs).some((many) => many > 0)) {
    const message = `Set all packs to 0: the plan ${plan.name} does not allow top-ups.`;
    throw invalidRequest([{ path: 'packs', message }]);
  }
  return { plan, packs };
}
