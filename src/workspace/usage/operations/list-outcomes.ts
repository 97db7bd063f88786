import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { countOutcomes } from '../console-repository.ts';
import { spanInput, spanOf } from '../span.ts';
import { requireTenant } from '../tenant.ts';

export const listOutcomes = defineOperation({
  name: 'usage.outcomes',
  method: 'GET',
  path: '/console/usage/outcomes',
  summary: 'Count deliveries by day and current status',
  description:
    'Returns one row for each day, in the time zone of the workspace, and each status. A delivery counts on the day on which its message was accepted.',
  permission: 'usage:read',
  levels: ['tenant'],
  target: noTarget,
  errors: ['tenant_not_found'],
  input: z.strictObject(spanInput),
  responses: {
    200: z.object({
      data: z.array(z.object({ day: z.string(), status: z.string(), many: z.int().min(0) })),
    }),
  },
  async run({ actor, db, services }, { from, to }) {
    const tenant = await requireTenant(db, actor, undefined);
    const span = spanOf({ timezone: tenant.timezone, now: services.clock.now() }, from, to);
    return { status: 200, body: { data: await countOutcomes(db, tenant, span) } };
  },
});
