import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { addressesOfAll, type IdentityFilter, listIdentities } from '../repository.ts';
import { clientId, identitySchema, identityStatuses, purpose } from '../schema.ts';
import { serializeIdentity } from '../serialize.ts';
import { anyTenant } from '../tenant-target.ts';

const filters = { status: z.enum(identityStatuses).optional(), purpose: purpose.optional() };
const description = 'Newest first, in every status unless you filter. Service identities are never listed.';

export const listTenantIdentities = defineOperation({
  name: 'identities.list_of_tenant',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/identities',
  summary: "List a tenant's identities",
  description,
  permission: 'identities:read',
  levels: ['platform', 'partner', 'tenant'],
  target: anyTenant,
  errors: ['tenant_not_found', 'cursor_expired'],
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    ...filters,
    client_id: clientId.optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(identitySchema) },
  run: (call, input) => listPage(call, 'identities.list_of_tenant', input),
});

export const listAllIdentities = defineOperation({
  name: 'identities.list',
  method: 'GET',
  path: '/v1/identities',
  summary: 'List identities',
  description: `Lists every identity that the key can access; an identity key gets its own identity. ${description}`,
  permission: 'identities:read',
  levels,
  target: noTarget,
  errors: ['scope_denied', 'tenant_not_found', 'cursor_expired'],
  input: z.strictObject({
    ...filters,
    tenant_id: id('tenant').optional().meta({ description: 'Only platform and partner keys can set it.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(identitySchema) },
  async run(call, input) {
    if (input.tenant_id !== undefined) await requireTenant(call.db, call.actor, input.tenant_id);
    return listPage(call, 'identities.list', input);
  },
});

/** Checks that a named tenant is within reach. Only platform and partner keys can name one. */
async function requireTenant(db: Queryable, actor: Actor, tenantId: string): Promise<void> {
  if (actor.level !== 'platform' && actor.level !== 'partner') {
    throw new AppError('scope_denied', { field: 'tenant_id' });
  }
  await anyTenant.resolve(db, actor, tenantId);
}

type ListCall = { db: Queryable; actor: Actor; services: Services };

async function listPage(
  call: ListCall,
  name: string,
  input: IdentityFilter & { limit: number; cursor?: string | undefined },
) {
  const page = openPage(call, name, input);
  const { limit: _limit, cursor: _cursor, ...filter } = input;
  const beyond = page.after && String(page.after[0]);
  const rows = await listIdentities(call.db, call.actor, filter, { beyond, take: page.take });
  const addresses = Map.groupBy(
    await addressesOfAll(
      call.db,
      rows.map((row) => row.id),
    ),
    (address) => address.identity_id,
  );
  const body = page.answer(
    rows,
    (row) => serializeIdentity(row, addresses.get(row.id) ?? []),
    (row) => [row.id],
  );
  return { status: 200 as const, body };
}
