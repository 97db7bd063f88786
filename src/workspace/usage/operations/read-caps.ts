import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { capsOf } from '../caps.ts';
import { requireTenant } from '../tenant.ts';

const amount = z.int().min(0);
const ofCap = { used: amount, cap: amount };

export const readCaps = defineOperation({
  name: 'usage.caps',
  method: 'GET',
  path: '/console/usage/caps',
  summary: 'Read the usage of the daily caps',
  description:
    'Returns the usage of today, in the time zone of the workspace, and the identities that have used the ' +
    'largest share of their caps.',
  permission: 'usage:read',
  levels: ['tenant'],
  target: noTarget,
  errors: ['tenant_not_found'],
  input: z.strictObject({}),
  responses: {
    200: z.object({
      timezone: z.string(),
      resets_at: timestamp,
      sends: z.object(ofCap),
      agentic: z.object(ofCap),
      identities: z.array(z.object({ identity_id: z.string(), display_name: z.string(), ...ofCap })),
    }),
  },
  async run({ actor, db, services }) {
    const tenant = await requireTenant(db, actor, undefined);
    return { status: 200, body: await capsOf(services, tenant) };
  },
});
