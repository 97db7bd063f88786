import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { dailyUsage } from '../read.ts';
import { spanInput, spanOf } from '../span.ts';
import { requireTenant } from '../tenant.ts';

const amount = z.int().min(0);

const dailyRow = z
  .object({
    day: z.string().meta({ examples: ['2026-11-21'] }),
    inbound: amount,
    outbound: amount,
    sends: amount.meta({
      description: 'Messages that count against daily caps. Canceled messages do not count.',
    }),
    triage: amount,
    search: amount,
    agentic: amount,
    assertions: amount,
    http_signatures: amount,
    ai_neurons: amount.meta({ description: 'Tokens that the configured model used; 0 without a model.' }),
    storage_bytes: amount.meta({ description: 'The last measurement of that day.' }),
  })
  .meta({ id: 'DailyUsage' });

export const readDailyUsage = defineOperation({
  name: 'usage.list_daily',
  method: 'GET',
  path: '/v1/usage/daily',
  summary: "Read a tenant's usage by day",
  description:
    'Returns one row for each day of the time zone of the tenant from `from` to `to`, both included, oldest first. The default is ' +
    'the last 30 days. Platform and partner keys must name a tenant.',
  permission: 'usage:read',
  levels: ['platform', 'partner', 'tenant'],
  target: noTarget,
  errors: ['tenant_not_found'],
  example: { tenant_id: 'ten_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE', from: '2026-11-01', to: '2026-11-21' },
  input: z.strictObject({
    tenant_id: pathId('tenant', "A tenant within the key's reach.").optional(),
    ...spanInput,
  }),
  responses: { 200: z.object({ data: z.array(dailyRow) }) },
  async run({ actor, db, services }, { tenant_id, from, to }) {
    const tenant = await requireTenant(db, actor, tenant_id);
    const span = spanOf({ timezone: tenant.timezone, now: services.clock.now() }, from, to);
    return { status: 200, body: { data: await dailyUsage(services, tenant, span) } };
  },
});
