import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { settingsSchema, toSettings } from '../settings.ts';
import { tenantTarget } from '../target.ts';

export const readSettings = defineOperation({
  name: 'tenants.settings',
  method: 'GET',
  path: '/console/tenants/{tenant_id}/settings',
  summary: 'Read the settings of a workspace and what its members may change',
  permission: 'any key',
  levels: ['tenant'],
  target: tenantTarget,
  errors: [],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: { 200: settingsSchema },
  async run({ target }) {
    return { status: 200, body: toSettings(target) };
  },
});
