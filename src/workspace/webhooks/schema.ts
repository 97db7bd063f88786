import { z } from 'zod';
import { eventTypes } from '#kernel/catalogue/event-types.ts';
import { id, line, timestamp } from '#kernel/operation/schema.ts';
import { deliveryStatuses } from './delivery-repository.ts';

/** The subscribed types. A star includes types that are added later. */
export const eventNames = z
  .array(z.enum(['*', ...eventTypes]))
  .min(1)
  .max(100)
  .overwrite((list) => [...new Set(list)])
  .meta({ description: 'Event types, or `*` for all types, including future ones.' });

const MAX_IDENTITIES = 1_000;

export const endpointFields = {
  url: line(2_048, 1).meta({
    description: 'A public https URL.',
    examples: ['https://example.com/hooks/mail'],
  }),
  events: eventNames,
  identity_ids: z
    .array(id('identity'))
    .min(1)
    .max(MAX_IDENTITIES)
    .overwrite((list) => [...new Set(list)])
    .nullable()
    .meta({ description: 'Only events of these identities; null for all events.' }),
  description: line(500),
};

/** A webhook endpoint in responses (spec 2.10). */
export const endpointSchema = z
  .object({
    id: z.string(),
    tenant_id: z
      .string()
      .nullable()
      .meta({ description: 'Null for endpoints of a partner or of the deployment.' }),
    url: z.string(),
    events: z.array(z.string()),
    identity_ids: z.array(z.string()).nullable(),
    description: z.string(),
    enabled: z.boolean(),
    disabled_reason: z.string().nullable().meta({
      description: 'Why the endpoint is disabled: `failing`, `gone` (it answered 410) or `manual`.',
    }),
    failing_since: timestamp.nullable().meta({
      description:
        'The time since which no delivery has succeeded; null if the last one succeeded or none was tried.',
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });

export const endpointWithSecret = endpointSchema
  .extend({
    secret: z
      .string()
      .meta({ description: '`whsec_` and base64. It signs every delivery and is shown only once.' }),
  })
  .meta({ id: 'WebhookEndpointWithSecret' });

/** A delivery in responses (decisions.md section 3). */
export const deliverySchema = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    status: z.enum(deliveryStatuses).meta({
      description:
        '`pending`: not tried yet. `failed`: tried, and will be tried again at `next_attempt_at`. `dead`: will ' +
        'not be tried again.',
    }),
    attempt: z.int().meta({ description: 'Number of attempts so far.' }),
    response_status: z.int().nullable(),
    duration_ms: z.int().nullable(),
    error: z.string().nullable(),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

/** The body of an event. In the OpenAPI document, the schemas of all types replace it. */
const webhookPayload = z.record(z.string(), z.unknown()).meta({ id: 'WebhookPayload' });

export const deliveryWithPayload = deliverySchema
  .extend({
    payload: webhookPayload
      .nullable()
      .meta({ description: 'The event; null when the event is no longer kept. Texts in it are untrusted.' }),
  })
  .meta({ id: 'WebhookDeliveryWithPayload' });
