import { z } from 'zod';
import { findEnvelopes } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { findDelivery } from '../delivery-repository.ts';
import { deliveryWithPayload } from '../schema.ts';
import { serializeDelivery } from '../serialize.ts';
import { webhookTarget } from '../target.ts';

export const readWebhookDelivery = defineOperation({
  name: 'webhooks.get_delivery',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  summary: 'Read a delivery with its payload',
  description:
    'Returns the delivery with its payload. The payload is the event and is available as long as the event ' +
    'is kept.',
  permission: 'webhooks:read',
  // Identity keys are excluded, because a payload can reveal mail of other identities.
  levels: ['platform', 'partner', 'tenant'],
  target: webhookTarget,
  errors: ['delivery_not_found'],
  input: z.strictObject({ webhook_id: pathId('webhook'), delivery_id: pathId('delivery') }),
  responses: { 200: deliveryWithPayload },
  async run({ db, target }, { delivery_id }) {
    const delivery = await findDelivery(db, target.id, delivery_id);
    if (!delivery) throw new AppError('delivery_not_found');
    const payload = (await findEnvelopes(db, [delivery.event_id])).get(delivery.event_id);
    return {
      status: 200,
      body: { ...serializeDelivery(delivery), payload: payload === undefined ? null : JSON.parse(payload) },
    };
  },
});
