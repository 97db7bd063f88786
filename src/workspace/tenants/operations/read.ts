import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { tenantSchema } from '../schema.ts';
import { serializeTenant } from '../serialize.ts';
import { readableTenantTarget } from '../target.ts';

export const readTenant = defineOperation({
  name: 'tenants.get',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}',
  summary: 'Read a tenant',
  description:
    'Returns a tenant with its effective policy. Platform and partner keys need tenants:manage; a tenant key ' +
    'can read its own tenant without it.',
  // The target requires tenants:manage of wider keys. Required here, it would exclude tenant keys, which cannot hold it.
  permission: 'any key',
  levels: ['platform', 'partner', 'tenant'],
  target: readableTenantTarget,
  errors: ['permission_denied'],
  input: z.strictObject({ tenant_id: pathId('tenant') }),
  responses: { 200: tenantSchema },
  async run({ target }) {
    return { status: 200, body: serializeTenant(target) };
  },
});
