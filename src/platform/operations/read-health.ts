import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { componentSchema, lookAtComponents } from '../health.ts';
import { deployment, recordCall } from '../record.ts';

export const readHealth = defineOperation({
  name: 'platform.health',
  method: 'GET',
  path: '/v1/platform/health',
  summary: 'Check every component',
  description:
    'Checks each part of the deployment now: whether it works, and how much work is waiting. `off` means ' +
    'that this deployment does not use the part. Returns 200 even when a part is down; load balancers should ' +
    'use `/health`.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: noTarget,
  errors: [],
  input: z.strictObject({}),
  responses: { 200: z.object({ checked_at: timestamp, components: z.array(componentSchema) }) },
  async run(call) {
    const components = await lookAtComponents(call.services);
    await recordCall(call, 'health.read', deployment);
    return { status: 200, body: { checked_at: call.services.clock.now().toISOString(), components } };
  },
});
