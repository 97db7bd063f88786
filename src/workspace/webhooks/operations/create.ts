import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { writableTenantTarget } from '#workspace/tenants/index.ts';
import { countEndpoints, DEPLOYMENT, type EndpointRow, insertEndpoint, type Owner } from '../repository.ts';
import { requireIdentities, requirePublicUrl } from '../require.ts';
import { endpointFields, endpointWithSecret } from '../schema.ts';
import { serializeEndpoint } from '../serialize.ts';
import { newSecret, sealSecret } from '../signature.ts';

const fields = {
  url: endpointFields.url,
  events: endpointFields.events,
  identity_ids: endpointFields.identity_ids.default(null),
  description: endpointFields.description.default(''),
};
type Requested = { url: string; events: string[]; identity_ids: string[] | null; description: string };

const shared = {
  permission: 'webhooks:manage',
  oneTimeSecret: true,
  example: {
    url: 'https://example.com/hooks/mail',
    events: ['message.received', 'message.bounced'],
    description: 'Support desk',
  },
  execution: {
    mode: 'prefetch',
    prefetch: (services: Services, { url }: { url: string }) => requirePublicUrl(services, url),
  },
  responses: { 201: endpointWithSecret },
} as const;
const description =
  'Events are posted to the endpoint as they happen, signed according to Standard Webhooks. Only this response ' +
  'shows the secret. ' +
  'The URL must be https and public.';

export const createOwnWebhook = defineOperation({
  ...shared,
  name: 'webhooks.create',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook endpoint of the deployment or the partner',
  description:
    'With a platform key the endpoint receives the events of all tenants, with a partner key those of the ' +
    `partner's tenants. ${description}`,
  levels: ['platform', 'partner'],
  target: noTarget,
  errors: ['webhook_limit_reached', 'identity_not_found'],
  input: z.strictObject(fields),
  run: async (call, requested) => ({ status: 201, body: await create(call, ownerOf(call.actor), requested) }),
});

export const createTenantWebhook = defineOperation({
  ...shared,
  name: 'webhooks.create_for_tenant',
  method: 'POST',
  path: '/v1/tenants/{tenant_id}/webhooks',
  summary: 'Create a webhook endpoint of a tenant',
  description,
  levels: ['platform', 'partner', 'tenant'],
  target: writableTenantTarget,
  errors: ['webhook_limit_reached', 'identity_not_found', 'tenant_erased'],
  input: z.strictObject({ tenant_id: pathId('tenant'), ...fields }),
  async run(call, { tenant_id, ...requested }) {
    const owner = { owner_id: tenant_id, tenant_id, partner_id: call.target.partner_id };
    return { status: 201, body: await create(call, owner, requested) };
  },
});

/** The owner of the endpoints below `/v1/webhooks`: the deployment or the caller's partner. */
export const ownerOf = ({ level, partner_id }: Actor): Owner =>
  level === 'platform' ? DEPLOYMENT : { owner_id: partner_id!, tenant_id: null, partner_id };

type CreateCall = { db: Transaction; services: Services; actor: Actor; requestId: string };

async function create(call: CreateCall, owner: Owner, requested: Requested) {
  const { db, services } = call;
  await lockNames(db, 'webhooks', [owner.owner_id]);
  const max = limits.webhookEndpoints;
  if ((await countEndpoints(db, owner.owner_id)) >= max) throw new AppError('webhook_limit_reached', { max });
  await requireIdentities(db, owner, requested.identity_ids);
  const id = newId('webhook');
  const secret = newSecret();
  const row = newEndpoint(id, owner, requested, sealSecret(services, secret, id), services.clock.now());
  await insertEndpoint(db, row);
  await recordAudit(db, call, {
    action: 'webhook.create',
    target_type: 'webhook',
    target_id: id,
    tenant_id: owner.tenant_id,
    details: { url: requested.url, events: requested.events },
  });
  return { ...serializeEndpoint(row), secret };
}

const newEndpoint = (
  id: string,
  owner: Owner,
  requested: Requested,
  secret: Buffer,
  now: Date,
): EndpointRow => ({
  id,
  ...owner,
  ...requested,
  identity_ids: requested.identity_ids ?? [],
  enabled: true,
  disabled_reason: null,
  secret,
  previous_secret: null,
  previous_until: null,
  failing_since: null,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
});
