import { z } from 'zod';
import { after, HOUR } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { lockEndpoint, replaceSecret } from '../repository.ts';
import { endpointWithSecret } from '../schema.ts';
import { serializeEndpoint } from '../serialize.ts';
import { newSecret, sealSecret } from '../signature.ts';
import { writableWebhookTarget } from '../target.ts';

export const rotateWebhookSecret = defineOperation({
  name: 'webhooks.rotate_secret',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/rotate-secret',
  summary: 'Give a webhook endpoint a new secret',
  description:
    'The response is the only one that shows the new secret. Until the overlap ends, every delivery carries ' +
    'two signatures, one for each secret.',
  permission: 'webhooks:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableWebhookTarget,
  oneTimeSecret: true,
  errors: ['tenant_erased'],
  example: { overlap_hours: 24 },
  input: z.strictObject({
    webhook_id: pathId('webhook'),
    overlap_hours: z
      .int()
      .min(limits.rotationOverlapHours.min)
      .max(limits.rotationOverlapHours.max)
      .default(24)
      .meta({ description: 'How long the previous secret is also used.' }),
  }),
  responses: { 200: endpointWithSecret },
  async run(call, { webhook_id, overlap_hours }) {
    const { db, services } = call;
    const now = services.clock.now();
    const endpoint = await lockEndpoint(db, webhook_id);
    if (!endpoint) throw new AppError('webhook_not_found');
    const secret = newSecret();
    const until = overlap_hours === 0 ? null : after(now, overlap_hours * HOUR);
    await replaceSecret(db, webhook_id, sealSecret(services, secret, webhook_id), until, now);
    await recordAudit(db, call, {
      action: 'webhook.rotate_secret',
      target_type: 'webhook',
      target_id: webhook_id,
      tenant_id: endpoint.tenant_id,
      details: { overlap_hours },
    });
    return {
      status: 200,
      body: { ...serializeEndpoint({ ...endpoint, updated_at: now.toISOString() }), secret },
    };
  },
});
