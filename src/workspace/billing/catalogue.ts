import { z } from 'zod';

/** The allowances of a plan (spec 2.12). Sends and triage are used up per period; all other features are held. */
export const features = ['inboxes', 'sends', 'triage', 'custom_domains', 'storage_gb', 'seats'] as const;
export type Feature = (typeof features)[number];

export const FREE_PLAN = 'free';

const amount = z.int().min(0);

/** An entry of the plan catalogue (spec 2.12). */
export const planSchema = z
  .object({
    plan_id: z.string(),
    name: z.string(),
    price: amount.meta({ description: 'The price per interval, in the smallest unit of the currency.' }),
    currency: z.string().meta({ description: 'ISO 4217, lower case.' }),
    interval: z.enum(['month', 'year']),
    included: z.record(z.enum(features), amount),
    topups: z.boolean().meta({ description: 'Whether top-ups can be bought in addition to the plan.' }),
    support: z.string(),
  })
  .meta({ id: 'Plan' });
export type Plan = z.output<typeof planSchema>;

/**
 * The plans of this deployment, the only list of them. Changed amounts apply from the next request on. A plan that
 * tenants use must stay in the list; a plan whose id is missing counts as the free one.
 */
export const plans: readonly Plan[] = [
  {
    plan_id: FREE_PLAN,
    name: 'Free',
    price: 0,
    currency: 'usd',
    interval: 'month',
    included: { inboxes: 3, sends: 3_000, triage: 3_000, custom_domains: 1, storage_gb: 3, seats: 2 },
    topups: false,
    support: 'community',
  },
  {
    plan_id: 'team',
    name: 'Team',
    price: 2_900,
    currency: 'usd',
    interval: 'month',
    included: { inboxes: 25, sends: 30_000, triage: 30_000, custom_domains: 10, storage_gb: 25, seats: 10 },
    topups: true,
    support: 'email',
  },
  {
    plan_id: 'scale',
    name: 'Scale',
    price: 19_900,
    currency: 'usd',
    interval: 'month',
    included: {
      inboxes: 250,
      sends: 300_000,
      triage: 300_000,
      custom_domains: 100,
      storage_gb: 250,
      seats: 50,
    },
    topups: true,
    support: 'priority',
  },
];

/** Features of which more can be bought in addition to a plan, in packs that renew with the subscription. */
export const topUpFeatures = ['inboxes', 'sends', 'triage'] as const;
export type TopUpFeature = (typeof topUpFeatures)[number];

/** The purchased top-ups, in units of the feature. Missing features count as 0. */
export type TopUps = Partial<Record<TopUpFeature, number>>;

/** A pack of a feature: `amount` units for `price` per interval, in the smallest unit of the currency. */
export type TopUpPack = {
  feature: TopUpFeature;
  amount: number;
  price: number;
  currency: string;
  interval: 'month' | 'year';
};

/** The packs of this deployment, one per feature. */
export const topUpPacks: readonly TopUpPack[] = [
  { feature: 'inboxes', amount: 10, price: 900, currency: 'usd', interval: 'month' },
  { feature: 'sends', amount: 10_000, price: 800, currency: 'usd', interval: 'month' },
  { feature: 'triage', amount: 10_000, price: 500, currency: 'usd', interval: 'month' },
];

/** The most packs of one feature that a workspace can have. */
export const MOST_PACKS = 100;

export const packOf = (feature: TopUpFeature): TopUpPack =>
  topUpPacks.find((pack) => pack.feature === feature)!;

const byId = new Map(plans.map((plan) => [plan.plan_id, plan]));

export const findPlan = (planId: string): Plan | undefined => byId.get(planId);

/** The plan with this id, or the free one. */
export const planOrFree = (planId: string): Plan => byId.get(planId) ?? byId.get(FREE_PLAN)!;
