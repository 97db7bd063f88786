import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { pathId, timestamp } from '#kernel/operation/schema.ts';
import {
  billingModes,
  effectiveMode,
  features,
  findPaidAccount,
  meteredPlan,
  noPlan,
  planCatalogue,
  planSchema,
  planState,
  planStateOf,
  topUps,
  topUpsOf,
} from '#workspace/billing/index.ts';
import { featuresOf } from '../read.ts';
import { requireTenant } from '../tenant.ts';

const amount = z.int().min(0);

const usageSchema = z
  .object({
    billing: z.enum(billingModes),
    plan: planState,
    features: z.array(
      z.object({
        feature: z.enum(features),
        granted: amount.nullable().meta({ description: 'Includes top-ups. Null when nothing is metered.' }),
        used: amount,
        remaining: amount.nullable(),
        unlimited: z.boolean(),
        resets_at: timestamp.nullable().meta({
          description: 'When the count restarts at zero; null for features without a period.',
        }),
      }),
    ),
    topups: topUps,
    plans: z.array(planSchema).meta({ description: 'The plan as GET /v1/plans lists it.' }),
  })
  .meta({ id: 'Usage' });

export const readUsage = defineOperation({
  name: 'usage.get',
  method: 'GET',
  path: '/v1/usage',
  summary: "Read a tenant's usage",
  description:
    'Returns how much of each feature is used and how much the plan grants. Without billing, or when the ' +
    'tenant is not metered, everything is `unlimited`. Sent and triaged messages are counted by calendar ' +
    'month (UTC). Platform and partner keys must name a tenant.',
  permission: 'usage:read',
  levels,
  target: noTarget,
  errors: ['tenant_not_found'],
  example: { tenant_id: 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' },
  input: z.strictObject({ tenant_id: pathId('tenant', "A tenant within the key's reach.").optional() }),
  responses: { 200: usageSchema },
  async run({ actor, db, services }, { tenant_id }) {
    const tenant = await requireTenant(db, actor, tenant_id);
    const { config, clock } = services;
    const plan = meteredPlan(config, tenant);
    const paid = plan && (await findPaidAccount(db, tenant.id));
    const body = {
      billing: effectiveMode(config, tenant),
      plan: plan ? planStateOf(plan, paid, clock.now()) : noPlan,
      features: await featuresOf(services, tenant),
      topups: topUpsOf(tenant),
      plans: [...planCatalogue(config).data],
    };
    return { status: 200, body };
  },
});
