import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { deleteEndpoint } from '../repository.ts';
import { writableWebhookTarget } from '../target.ts';

export const deleteWebhook = defineOperation({
  name: 'webhooks.delete',
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes the endpoint with its deliveries. Nothing more is sent to it.',
  permission: 'webhooks:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableWebhookTarget,
  errors: ['tenant_erased'],
  input: z.strictObject({ webhook_id: pathId('webhook') }),
  responses: { 204: null },
  async run(call, { webhook_id }) {
    await deleteEndpoint(call.db, webhook_id);
    await recordAudit(call.db, call, {
      action: 'webhook.delete',
      target_type: 'webhook',
      target_id: webhook_id,
      tenant_id: call.target.tenant_id,
      details: { url: call.target.url },
    });
    return { status: 204, body: null };
  },
});
