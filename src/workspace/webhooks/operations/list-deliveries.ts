import { z } from 'zod';
import { eventTypes } from '#kernel/catalogue/event-types.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId, timestamp } from '#kernel/operation/schema.ts';
import { deliveryStatuses, listDeliveries } from '../delivery-repository.ts';
import { deliverySchema } from '../schema.ts';
import { serializeDelivery } from '../serialize.ts';
import { webhookTarget } from '../target.ts';

export const listWebhookDeliveries = defineOperation({
  name: 'webhooks.list_deliveries',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  summary: "List a webhook endpoint's deliveries",
  description:
    'Lists past and waiting deliveries with their results, newest first. Deliveries are kept as long as their ' +
    'events.',
  permission: 'webhooks:read',
  levels,
  target: webhookTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    webhook_id: pathId('webhook'),
    status: z.enum(deliveryStatuses).optional(),
    event_type: z.enum(eventTypes).optional(),
    after: timestamp.optional().meta({ description: 'Only deliveries that were queued after this time.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(deliverySchema) },
  async run(call, input) {
    const page = openPage(call, 'webhooks.list_deliveries', input);
    const beyond = page.after && String(page.after[0]);
    const rows = await listDeliveries(call.db, call.target.id, input, { beyond, take: page.take });
    return { status: 200, body: page.answer(rows, serializeDelivery, (row) => [row.id]) };
  },
});
