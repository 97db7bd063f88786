import { z } from 'zod';
import { findEnvelopes, recordEvents } from '#events/index.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { defineOperation } from '#kernel/operation.ts';
import { pathId } from '#kernel/schema.ts';
import { post } from '../attempt.ts';
import { insertDelivery } from '../delivery-repository.ts';
import { deliverySchema, serializeDelivery } from '../schema.ts';
import { writableWebhookTarget } from '../target.ts';

/** A call waits for its receiver with a transaction open: so few at a time leave connections for everybody else. */
const MAX_AT_ONCE = 4;
const RETRY_AFTER = 15;
let running = 0;

export const testWebhook = defineOperation({
  name: 'webhooks.test',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/test',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Posts a `webhook.test` event to it now, also when it is disabled, and answers with what came of it. It is tried ' +
    'once, never replayed, and does not count as a failure of the endpoint.',
  permission: 'webhooks:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: writableWebhookTarget,
  errors: ['tenant_erased'],
  input: z.strictObject({ webhook_id: pathId('webhook') }),
  responses: { 200: deliverySchema },
  async run({ db, services, target }) {
    if (running >= MAX_AT_ONCE) throw new AppError('rate_limited', { retry_after: RETRY_AFTER });
    running += 1;
    try {
      const { tenant_id, partner_id } = target;
      const created_at = services.clock.now().toISOString();
      const data = { message: 'Hello from Proofmail: this endpoint works.' };
      const [eventId] = await recordEvents(db, services, [
        { type: 'webhook.test', tenant_id, partner_id, data },
      ]);
      const body = (await findEnvelopes(db, [eventId!])).get(eventId!)!;
      const posted = await post(services, { ...target, webhook_id: target.id, event_id: eventId! }, body);
      const delivery = {
        id: newId('delivery'),
        webhook_id: target.id,
        event_id: eventId!,
        event_type: 'webhook.test',
        status: posted.succeeded ? ('succeeded' as const) : ('dead' as const),
        attempt: 1,
        response_status: posted.response_status,
        duration_ms: posted.duration_ms,
        error: posted.error,
        next_attempt_at: null,
        created_at,
        completed_at: services.clock.now().toISOString(),
      };
      await insertDelivery(db, delivery);
      return { status: 200, body: serializeDelivery(delivery) };
    } finally {
      running -= 1;
    }
  },
});
