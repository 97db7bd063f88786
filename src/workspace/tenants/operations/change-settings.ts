import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { changeTenant } from '../change.ts';
import { policyPatchSchema } from '../policy/schema.ts';
import { settingsSchema, tenantFields } from '../schema.ts';
import { serializeSettings } from '../serialize.ts';
import { writableTenantTarget } from '../target.ts';

/**
 * The counterpart of `tenants.update` for members of the workspace. A tenant key has no such route (spec 4.3, rule 5)
 * and cannot hold the permission.
 */
export const changeSettings = defineOperation({
  name: 'tenants.change_settings',
  method: 'PATCH',
  path: '/console/tenants/{tenant_id}/settings',
  summary: 'Change the settings of a workspace that its members may change',
  permission: 'tenants:manage',
  levels: ['tenant'],
  target: writableTenantTarget,
  errors: ['scope_denied', 'tenant_erased'],
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    name: tenantFields.name.optional(),
    timezone: tenantFields.timezone.optional(),
    policy: policyPatchSchema.optional(),
  }),
  responses: { 200: settingsSchema },
  async run(call, { tenant_id, ...requested }) {
    return { status: 200, body: serializeSettings(await changeTenant(call, tenant_id, requested)) };
  },
});
