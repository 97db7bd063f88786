import { z } from 'zod';
import type { Config } from '#kernel/base/config.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { type Feature, FREE_PLAN, features, type Plan, planOrFree, plans, type TopUps } from './catalogue.ts';
import { periodOf } from './period.ts';
import { isManaged, type PaidAccount } from './subscription.ts';

export const billingModes = ['metered', 'exempt', 'disabled'] as const;
export type BillingMode = (typeof billingModes)[number];

/** The fields of a tenant that decide how it is billed. */
export type Account = { billing_mode: BillingMode; plan_id: string; topups: TopUps };

type Switch = Pick<Config, 'billing'>;

/** The plan whose allowances apply to a tenant; null if the tenant is not metered. */
export const meteredPlan = (config: Switch, account: Account): Plan | null =>
  config.billing && account.billing_mode === 'metered' ? planOrFree(account.plan_id) : null;

/** How much of each feature a tenant may use, including its top-ups; null if the tenant is not metered. */
export function grantsOf(config: Switch, account: Account): Record<Feature, number> | null {
  const plan = meteredPlan(config, account);
  if (!plan) return null;
  const granted = features.map((feature) => [
    feature,
    plan.included[feature] + ((account.topups as Partial<Record<Feature, number>>)[feature] ?? 0),
  ]);
  return Object.fromEntries(granted);
}

/** The default billing mode of a new tenant (spec 4.3, rule 1). */
export const defaultMode = (config: Switch): BillingMode => (config.billing ? 'metered' : 'disabled');

/** The mode that applies. In a deployment without billing, it is always `disabled`. */
export const effectiveMode = (config: Switch, account: Account): BillingMode =>
  config.billing ? account.billing_mode : 'disabled';

/** `GET /v1/plans` (spec 4.2). */
export const planCatalogue = (config: Switch): { billing_enabled: boolean; data: readonly Plan[] } => ({
  billing_enabled: config.billing,
  data: config.billing ? plans : [],
});

export const isFree = (plan: Plan): boolean => plan.plan_id === FREE_PLAN;

/** A tenant's plan in responses (spec 2.12, usage and billing account). */
export const planState = z.object({
  plan_id: z.string().nullable(),
  status: z.string().nullable(),
  current_period_end: timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
});
type PlanState = z.input<typeof planState>;

export const noPlan: PlanState = {
  plan_id: null,
  status: null,
  current_period_end: null,
  cancel_at_period_end: false,
};

/**
 * The plan that applies, with the state of the subscription that pays for it. Without a subscription, it is the free plan or
 * a complimentary one, which stays until somebody changes it.
 */
export const planStateOf = ({ plan_id }: Plan, paid: PaidAccount | null, now: Date): PlanState =>
  paid && isManaged(paid)
    ? {
        plan_id,
        status: paid.status,
        current_period_end: paid.current_period_end,
        cancel_at_period_end: paid.cancel_at_period_end,
      }
    : {
        plan_id,
        status: 'active',
        current_period_end: periodOf(now).endsAt.toISOString(),
        cancel_at_period_end: false,
      };

const amount = z.int().min(0);
export const topUps = z.object({ inboxes: amount, sends: amount, triage: amount });
const noTopUps: z.input<typeof topUps> = { inboxes: 0, sends: 0, triage: 0 };
/** Every feature that can be topped up, with 0 where nothing was bought. */
export const topUpsOf = ({ topups }: Pick<Account, 'topups'>): z.input<typeof topUps> => ({
  ...noTopUps,
  ...topups,
});
