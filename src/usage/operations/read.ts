import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation.ts';
import { levels } from '#kernel/permissions.ts';
import { pathId, timestamp } from '#kernel/schema.ts';
import { featuresUsed } from '../read.ts';
import { requireTenant } from '../tenant.ts';

const amount = z.int().min(0);

const usageSchema = z
  .object({
    billing: z.enum(['metered', 'exempt', 'disabled']),
    plan: z.object({
      plan_id: z.string().nullable(),
      status: z.string().nullable(),
      current_period_end: timestamp.nullable(),
      cancel_at_period_end: z.boolean(),
    }),
    features: z.array(
      z.object({
        feature: z.enum(['inboxes', 'sends', 'triage', 'custom_domains', 'storage_gb', 'seats']),
        granted: amount.nullable().meta({ description: 'Top-ups included; null without billing.' }),
        used: amount,
        remaining: amount.nullable(),
        unlimited: z.boolean(),
        resets_at: timestamp
          .nullable()
          .meta({ description: 'When counting begins anew; null for what is not spent but held.' }),
      }),
    ),
    topups: z.object({ inboxes: amount, sends: amount, triage: amount }),
    plans: z.array(z.object({ plan_id: z.string(), name: z.string() })),
  })
  .meta({ id: 'Usage' });

const withoutBilling = {
  billing: 'disabled' as const,
  plan: { plan_id: null, status: null, current_period_end: null, cancel_at_period_end: false },
  topups: { inboxes: 0, sends: 0, triage: 0 },
  plans: [],
};

export const readUsage = defineOperation({
  name: 'usage.get',
  method: 'GET',
  path: '/v1/usage',
  summary: "Read a tenant's usage",
  description:
    'What of each feature is used. This deployment has no billing: everything is `unlimited`, nothing is `granted`, and ' +
    'sends and triage are counted by calendar month (UTC). Platform and partner keys must name a tenant.',
  permission: 'usage:read',
  levels,
  target: noTarget,
  errors: ['tenant_not_found'],
  example: { tenant_id: 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE' },
  input: z.strictObject({ tenant_id: pathId('tenant', "A tenant within the key's reach.").optional() }),
  responses: { 200: usageSchema },
  async run({ actor, db, services }, { tenant_id }) {
    const tenant = await requireTenant(db, actor, tenant_id);
    const used = await featuresUsed(services, tenant.id);
    const features = used.map((row) => ({ ...row, granted: null, remaining: null, unlimited: true }));
    return { status: 200, body: { ...withoutBilling, features } };
  },
});
