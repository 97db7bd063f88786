import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { listEndpoints } from '../repository.ts';
import { endpointSchema } from '../schema.ts';
import { serializeEndpoint } from '../serialize.ts';
import { ownerOf } from './create.ts';

export const listOwnWebhooks = defineOperation({
  name: 'webhooks.list',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List the webhook endpoints of the deployment or the partner',
  description: 'Lists the endpoints, newest first. Endpoints of tenants are listed under their tenants.',
  permission: 'webhooks:read',
  levels: ['platform', 'partner'],
  target: noTarget,
  errors: ['cursor_expired'],
  input: z.strictObject(pageInput),
  responses: { 200: pageOf(endpointSchema) },
  run: (call, input) => listPage(call, 'webhooks.list', ownerOf(call.actor).owner_id, input),
});

export const listTenantWebhooks = defineOperation({
  name: 'webhooks.list_of_tenant',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/webhooks',
  summary: "List a tenant's webhook endpoints",
  description:
    'Lists the endpoints, newest first. The endpoints of the partner and of the deployment are not included.',
  permission: 'webhooks:read',
  levels,
  target: tenantTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({ tenant_id: pathId('tenant'), ...pageInput }),
  responses: { 200: pageOf(endpointSchema) },
  run: (call, input) => listPage(call, 'webhooks.list_of_tenant', call.target.id, input),
});

type ListCall = { db: Queryable; actor: Actor; services: Services };

async function listPage(
  call: ListCall,
  name: string,
  ownerId: string,
  input: { limit: number; cursor?: string | undefined },
) {
  const page = openPage(call, name, input);
  const beyond = page.after && String(page.after[0]);
  const rows = await listEndpoints(call.db, ownerId, { beyond, take: page.take });
  return { status: 200 as const, body: page.answer(rows, serializeEndpoint, (row) => [row.id]) };
}
