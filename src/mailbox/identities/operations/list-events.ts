import { z } from 'zod';
import { feedFilters, feedOperation, readFeed } from '#events/index.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { mailboxTarget } from '../target.ts';

export const listTenantEvents = defineOperation({
  ...feedOperation,
  name: 'events.list_of_tenant',
  path: '/v1/tenants/{tenant_id}/events',
  summary: "List or follow a tenant's events",
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  input: z.strictObject({ tenant_id: pathId('tenant'), ...feedFilters }),
  run: (call, input) =>
    readFeed(call, 'events.list_of_tenant', { tenantId: call.target.id, identityId: null }, input),
});

export const listIdentityEvents = defineOperation({
  ...feedOperation,
  name: 'events.list_of_identity',
  path: '/v1/identities/{identity_id}/events',
  summary: "List or follow an identity's events",
  levels,
  target: mailboxTarget,
  input: z.strictObject({ identity_id: pathId('identity'), ...feedFilters }),
  run: (call, input) =>
    readFeed(
      call,
      'events.list_of_identity',
      { tenantId: call.target.tenant_id, identityId: call.target.id },
      input,
    ),
});
