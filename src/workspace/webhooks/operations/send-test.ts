import { z } from 'zod';
import { findEnvelopes, recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { storeAnswers } from '#kernel/operation/idempotency.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { post } from '../attempt.ts';
import { type DeliveryRow, insertDelivery } from '../delivery-repository.ts';
import { webhookTest } from '../events.ts';
import type { EndpointRow } from '../repository.ts';
import { deliverySchema } from '../schema.ts';
import { serializeDelivery } from '../serialize.ts';
import { writableWebhookTarget } from '../target.ts';

/** The maximum number of test calls in this process that wait for their receivers. */
const MAX_AT_ONCE = 64;
const RETRY_AFTER = 15;
let running = 0;

export const testWebhook = defineOperation({
  name: 'webhooks.test',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/test',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Posts a `webhook.test` event to the endpoint now, even if it is disabled, and returns the result. The ' +
    'event is tried once, is never replayed, and does not count as a failure of the endpoint.',
  permission: 'webhooks:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableWebhookTarget,
  // No transaction and no connection is held while the receiver responds.
  execution: { mode: 'batched' },
  errors: ['tenant_erased'],
  input: z.strictObject({ webhook_id: pathId('webhook') }),
  responses: { 200: deliverySchema },
  async run({ services, target }) {
    if (running >= MAX_AT_ONCE) throw new AppError('rate_limited', { retry_after: RETRY_AFTER });
    running += 1;
    try {
      const delivery = await deliverTest(services, target);
      return {
        status: 200,
        body: serializeDelivery(delivery),
        write: (record) =>
          services.db.transaction(async (tx) => {
            await insertDelivery(tx, delivery);
            if (record) await storeAnswers(tx, [record]);
          }),
      };
    } finally {
      running -= 1;
    }
  },
});

/** Records the event, then posts it. If the process dies in between, an event without a delivery remains. */
async function deliverTest(services: Services, endpoint: EndpointRow): Promise<DeliveryRow> {
  const { id: webhook_id, tenant_id, partner_id } = endpoint;
  const created_at = services.clock.now().toISOString();
  const data = { message: 'Hello from Proofmail: this endpoint works.' };
  const { event_id, body } = await services.db.transaction(async (tx) => {
    const [id] = await recordEvents(tx, services, [webhookTest({ tenant_id, partner_id, data })]);
    return { event_id: id!, body: (await findEnvelopes(tx, [id!])).get(id!)! };
  });
  const posted = await post(services, endpoint, event_id, body);
  return {
    id: newId('delivery'),
    webhook_id,
    event_id,
    event_type: 'webhook.test',
    status: posted.succeeded ? 'succeeded' : 'dead',
    attempt: 1,
    response_status: posted.response_status,
    duration_ms: posted.duration_ms,
    error: posted.error,
    next_attempt_at: null,
    created_at,
    completed_at: services.clock.now().toISOString(),
  };
}
