import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import {
  billingModes,
  effectiveMode,
  features,
  findPaidAccount,
  isManaged,
  meteredPlan,
  noPlan,
  periodOf,
  planCatalogue,
  planSchema,
  planState,
  planStateOf,
  topUpFeatures,
  topUpPacks,
  topUps,
  topUpsOf,
} from '#workspace/billing/index.ts';
import { featuresOf } from '#workspace/usage/index.ts';
import { ownTenant } from '../customer.ts';
import { forecastOf } from '../forecast.ts';
import { packsOf } from '../sale-items.ts';

const amount = z.int().min(0);

const overviewSchema = z.object({
  mode: z.enum(billingModes),
  can_pay: z.boolean().meta({ description: 'Whether this deployment sells plans.' }),
  plan: planState,
  is_subscribed: z.boolean().meta({ description: 'Whether a subscription decides the plan.' }),
  paid_plan_id: z.string().nullable().meta({
    description:
      'The plan that the subscription pays for. It differs from plan.plan_id when a payment is missing.',
  }),
  is_customer: z.boolean().meta({ description: 'Whether there is a payment account with invoices.' }),
  grace_until: timestamp.nullable(),
  topups: topUps,
  packs: z.object({ inboxes: amount, sends: amount, triage: amount }),
  pack_catalogue: z.array(
    z.object({
      feature: z.enum(topUpFeatures),
      amount,
      price: amount.meta({
        description: 'The price per pack and interval, in the smallest unit of the currency.',
      }),
      currency: z.string(),
      interval: z.enum(['month', 'year']),
    }),
  ),
  features: z.array(
    z.object({
      feature: z.enum(features),
      granted: amount.nullable(),
      used: amount,
      resets_at: timestamp.nullable(),
      forecast: z.object({ at_period_end: amount, runs_out_at: timestamp.nullable() }).nullable(),
    }),
  ),
  plans: z.array(planSchema),
});

export const readOverview = defineOperation({
  name: 'payments.overview',
  method: 'GET',
  path: '/console/billing',
  summary: 'Read the plan, its usage and the state of the payment',
  permission: 'usage:read',
  levels: ['tenant'],
  target: noTarget,
  errors: ['tenant_not_found'],
  input: z.strictObject({}),
  responses: { 200: overviewSchema },
  async run({ actor, db, services }) {
    const { config, clock, payments } = services;
    const tenant = await ownTenant(services, actor);
    const now = clock.now();
    const [paid, used] = await Promise.all([findPaidAccount(db, tenant.id), featuresOf(services, tenant)]);
    const plan = meteredPlan(config, tenant);
    const managed = paid !== null && isManaged(paid);
    const period = periodOf(now);
    const body = {
      mode: effectiveMode(config, tenant),
      can_pay: payments !== null && plan !== null,
      plan: plan ? planStateOf(plan, paid, now) : noPlan,
      is_subscribed: managed,
      paid_plan_id: managed ? paid.plan_id : null,
      is_customer: payments !== null && paid !== null,
      grace_until: paid?.grace_until ?? null,
      topups: topUpsOf(tenant),
      packs: { inboxes: 0, sends: 0, triage: 0, ...packsOf(paid?.topups ?? {}) },
      pack_catalogue: topUpPacks.map((pack) => ({ ...pack })),
      features: used.map(({ feature, granted, used: spent, resets_at }) => ({
        feature,
        granted,
        used: spent,
        resets_at,
        forecast: resets_at === null ? null : forecastOf(spent, granted, period, now),
      })),
      plans: [...planCatalogue(config).data],
    };
    return { status: 200, body };
  },
});
