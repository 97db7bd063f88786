import { z } from 'zod';
import type { Config } from '#kernel/base/config.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { FREE_PLAN, type Plan, planOrFree, plans } from './catalogue.ts';
import { periodOf } from './period.ts';

export const billingModes = ['metered', 'exempt', 'disabled'] as const;
export type BillingMode = (typeof billingModes)[number];

/** The fields of a tenant that decide how it is billed. */
export type Account = { billing_mode: BillingMode; plan_id: string };

type Switch = Pick<Config, 'billing'>;

/** The plan whose allowances a tenant is held to; null where nothing is metered. */
export const meteredPlan = (config: Switch, account: Account): Plan | null =>
  config.billing && account.billing_mode === 'metered' ? planOrFree(account.plan_id) : null;

/** The default billing mode of a new tenant (spec 4.3, rule 1). */
export const defaultMode = (config: Switch): BillingMode => (config.billing ? 'metered' : 'disabled');

/** The mode that counts: a deployment without billing has none but `disabled`. */
export const effectiveMode = (config: Switch, account: Account): BillingMode =>
  config.billing ? account.billing_mode : 'disabled';

/** `GET /v1/plans` (spec 4.2). */
export const planCatalogue = (config: Switch): { billing_enabled: boolean; data: readonly Plan[] } => ({
  billing_enabled: config.billing,
  data: config.billing ? plans : [],
});

export const isFree = (plan: Plan): boolean => plan.plan_id === FREE_PLAN;

/** A tenant's plan as it is read (spec 2.12, usage and billing account). */
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

/** A complimentary plan stays until an operator sets another one. */
export const planStateOf = ({ plan_id }: Plan, now: Date): PlanState => ({
  plan_id,
  status: 'active',
  current_period_end: periodOf(now).endsAt.toISOString(),
  cancel_at_period_end: false,
});

const amount = z.int().min(0);
export const topUps = z.object({ inboxes: amount, sends: amount, triage: amount });
/** Top-ups are bought; nothing is sold yet. */
export const noTopUps: z.input<typeof topUps> = { inboxes: 0, sends: 0, triage: 0 };
