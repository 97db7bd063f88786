import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { endpointSchema } from '../schema.ts';
import { serializeEndpoint } from '../serialize.ts';
import { webhookTarget } from '../target.ts';

export const readWebhook = defineOperation({
  name: 'webhooks.get',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}',
  summary: 'Read a webhook endpoint',
  description: 'Returns the endpoint without its secret, which is shown only at creation and rotation.',
  permission: 'webhooks:read',
  levels,
  target: webhookTarget,
  errors: [],
  input: z.strictObject({ webhook_id: pathId('webhook') }),
  responses: { 200: endpointSchema },
  run: async ({ target }) => ({ status: 200, body: serializeEndpoint(target) }),
});
