import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { changeTenant } from '../change.ts';
import { policyPatchSchema } from '../policy/schema.ts';
import { tenantFields, tenantSchema } from '../schema.ts';
import { serializeTenant } from '../serialize.ts';
import { writableTenantTarget } from '../target.ts';

const input = z.strictObject({
  tenant_id: pathId('tenant'),
  name: tenantFields.name.optional(),
  timezone: tenantFields.timezone.optional(),
  policy: policyPatchSchema.optional(),
  status: z.enum(['active', 'suspended']).optional().meta({
    description:
      '`suspended` pauses the identities of the tenant and blocks its keys; `active` lifts the suspension.',
  }),
});
export const updateTenant = defineOperation({
  name: 'tenants.update',
  method: 'PATCH',
  path: '/v1/tenants/{tenant_id}',
  summary: 'Change, suspend or resume a tenant',
  description:
    'Changes the given fields. The policy is merged field by field: fields that are left out stay unchanged, ' +
    'and null resets a field to its default. A partner key cannot lift a suspension by a platform key.',
  permission: 'tenants:manage',
  levels: ['platform', 'partner'],
  target: writableTenantTarget,
  errors: ['scope_denied', 'tenant_erased'],
  example: { policy: { max_recipients: 5, quarantine: { spam_threshold: null } } },
  input,
  responses: { 200: tenantSchema },
  async run(call, { tenant_id, ...requested }) {
    return { status: 200, body: serializeTenant(await changeTenant(call, tenant_id, requested)) };
  },
});
