import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { eventDefinitions } from '#api/event-registry.ts';
import { eventSchema } from '#events/index.ts';
import { type EventType, eventTypeCatalogue, eventTypes } from '#kernel/catalogue/event-types.ts';
import { pascal } from './names.ts';

/** An event without the fields that depend on its type. */
const envelope = eventSchema.omit({ type: true, data: true });

/** The requests that endpoints receive: one entry per event type, with the payload of that type (spec 6.4). */
export const describeEvents = (): ZodOpenApiPathsObject =>
  Object.fromEntries(
    eventTypes.flatMap((type) => {
      const definition = eventDefinitions[type];
      return definition ? [[type, { post: describeEvent(type, definition.payload) }]] : [];
    }),
  );

const describeEvent = (type: EventType, payload: z.ZodObject) => ({
  operationId: `on.${type}`,
  tags: ['webhook_events'],
  summary: `Receive ${type}`,
  description: `Posted to the endpoints that subscribe to it when ${eventTypeCatalogue[type].when}.`,
  security: [],
  responses: {
    '2XX': {
      description: 'The event was accepted.',
      content: { 'application/json': { schema: eventBody(type, payload) } },
    },
    '4XX': { description: 'The event was not accepted; it is posted again.' },
    '5XX': { description: 'The event was not accepted; it is posted again.' },
  },
});

const eventBody = (type: EventType, payload: z.ZodObject) =>
  envelope.extend({ type: z.literal(type), data: payload }).meta({ id: `${pascal(type)}Event` });

type Entry = { post: { requestBody?: object; responses: { '2XX': { content?: object } } } };
type Document = { webhooks?: object; components?: { schemas?: object; pathItems?: object } };

/**
 * Payloads are described as answers first, because we write them: in requests the same shapes would get names and forms
 * of inputs. Here they become the bodies that endpoints receive, and the forms of the payload that a delivery shows.
 * The entries are components: openapi-generator writes code for Python that does not compile for entries in place.
 */
export function payloadsToBodies<D extends Document>(document: D): D {
  const entries = (document.webhooks ?? {}) as Record<string, Entry>;
  for (const { post } of Object.values(entries)) {
    post.requestBody = { required: true, content: post.responses['2XX'].content };
    delete post.responses['2XX'].content;
  }
  const types = Object.keys(entries);
  document.webhooks = Object.fromEntries(
    types.map((type) => [type, { $ref: `#/components/pathItems/${type}` }]),
  );
  const forms = types.map((type) => [type, `#/components/schemas/${pascal(type)}Event`]);
  const WebhookPayload = {
    oneOf: forms.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(forms) },
  };
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, WebhookPayload },
    pathItems: entries,
  };
  return document;
}
