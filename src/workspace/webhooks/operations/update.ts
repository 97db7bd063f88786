import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { type EndpointRow, lockEndpoint, updateEndpoint } from '../repository.ts';
import { requireIdentities, requirePublicUrl } from '../require.ts';
import { endpointFields, endpointSchema } from '../schema.ts';
import { serializeEndpoint } from '../serialize.ts';
import { writableWebhookTarget } from '../target.ts';

const input = z.strictObject({
  webhook_id: pathId('webhook'),
  url: endpointFields.url.optional(),
  events: endpointFields.events.optional(),
  identity_ids: endpointFields.identity_ids.optional(),
  description: endpointFields.description.optional(),
  enabled: z
    .boolean()
    .optional()
    .meta({
      description:
        '`false`: no events are queued or sent. `true`: waiting deliveries continue, and failures are counted ' +
        'from zero.',
    }),
});

export const updateWebhook = defineOperation({
  name: 'webhooks.update',
  method: 'PATCH',
  path: '/v1/webhooks/{webhook_id}',
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'Fields that are left out stay unchanged. Events that happen while the endpoint is disabled are not ' +
    'queued for it; replay that period afterwards.',
  permission: 'webhooks:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableWebhookTarget,
  errors: ['identity_not_found', 'tenant_erased'],
  example: { events: ['*'], enabled: true },
  input,
  responses: { 200: endpointSchema },
  execution: {
    mode: 'prefetch',
    prefetch: async (services, { url }) => {
      if (url !== undefined) await requirePublicUrl(services, url);
    },
  },
  async run(call, { webhook_id, enabled, ...fields }) {
    const { db, services } = call;
    const current = await lockEndpoint(db, webhook_id);
    if (!current) throw new AppError('webhook_not_found');
    await requireIdentities(db, current, fields.identity_ids ?? null);
    const next: EndpointRow = {
      ...current,
      url: fields.url ?? current.url,
      events: fields.events ?? current.events,
      identity_ids: fields.identity_ids === undefined ? current.identity_ids : (fields.identity_ids ?? []),
      description: fields.description ?? current.description,
      ...stateAfter(current, enabled),
      updated_at: services.clock.now().toISOString(),
    };
    await updateEndpoint(db, next, enabled === true && !current.enabled);
    await recordAudit(db, call, {
      action: 'webhook.update',
      target_type: 'webhook',
      target_id: webhook_id,
      tenant_id: current.tenant_id,
      details: { ...fields, ...(enabled !== undefined && { enabled }) },
    });
    return { status: 200, body: serializeEndpoint(next) };
  },
});

/** The state after a change. A disabled endpoint keeps its reason until it is enabled. */
function stateAfter(current: EndpointRow, enabled: boolean | undefined) {
  if (enabled === undefined || enabled === current.enabled) return {};
  return { enabled, disabled_reason: enabled ? null : 'manual' };
}
