import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { settingsSchema } from '../schema.ts';
import { serializeSettings } from '../serialize.ts';
import { readableTenantTarget } from '../target.ts';

export const readSettings = defineOperation({
  name: 'tenants.settings',
  method: 'GET',
  path: '/console/tenants/{tenant_id}/settings',
  summary: 'Read the settings of a workspace and what the caller may change',
  permission: 'any key',
  levels: ['platform', 'tenant'],
  target: readableTenantTarget,
  errors: ['permission_denied'],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: { 200: settingsSchema },
  async run({ actor, target }) {
    return { status: 200, body: serializeSettings(target, actor.level) };
  },
});
