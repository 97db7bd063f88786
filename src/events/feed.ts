import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { eventTypes } from '#kernel/catalogue/event-types.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { bytes } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, timestamp } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { API_VERSION } from './envelope.ts';
import { type FeedFilter, findPosition, listEvents, type Scope } from './feed-repository.ts';
import { streamEvents } from './feed-stream.ts';
import type { StoredEvent } from './repository.ts';

/** An event in feeds and deliveries (spec 6.1). */
export const eventSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    api_version: z.string(),
    occurred_at: timestamp,
    tenant_id: z.string().nullable(),
    identity_id: z.string().nullable(),
    sequence: z.int().nullable().meta({
      description: 'A number that increases for each identity, domain or job; null for other events.',
    }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The content depends on the type. Texts in it are untrusted.' }),
  })
  .meta({ id: 'Event' });

const serializeEvent = ({
  position: _position,
  data,
  ...event
}: StoredEvent): z.input<typeof eventSchema> => ({
  ...event,
  api_version: API_VERSION,
  data: JSON.parse(data),
});

/** The inputs of a feed, apart from its owner. */
export const feedFilters = {
  types: z
    .array(z.enum(eventTypes))
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only events of these types. The default is all types.' }),
  after: timestamp.optional().meta({ description: 'Only events that happened after this time.' }),
  before: timestamp
    .optional()
    .meta({ description: 'Only events that happened before this time. Not allowed for streams.' }),
  ...pageInput,
};

const description =
  'Lists the events that webhooks deliver, newest first, for as long as the tenant keeps them. With ' +
  '`Accept: text/event-stream` the same path streams events as they happen, each with its id. The ' +
  'stream begins now, at `after`, or after the event `Last-Event-ID`; a comment every 10 seconds keeps the ' +
  'connection open. If that event is no longer kept, the stream begins with the oldest one.';

/** Inputs that the feeds of a tenant and of an identity share. */
export const feedOperation = {
  method: 'GET',
  permission: 'webhooks:read',
  description,
  errors: ['cursor_expired', 'unavailable'],
  responses: { 200: pageOf(eventSchema) },
  stream: bytes('text/event-stream', 'Events as they happen.'),
} as const;

type ReadCall = { db: Queryable; actor: Actor; services: Services; header(name: string): string | null };
type ReadInput = FeedFilter & { limit: number; cursor?: string | undefined };

/** Responds with a page of the feed, or with a stream for a client that accepts one. */
export async function readFeed(call: ReadCall, name: string, scope: Scope, input: ReadInput) {
  const wantsStream = /\btext\/event-stream\b/i.test(call.header('accept') ?? '');
  return wantsStream ? stream(call, scope, input) : page(call, name, scope, input);
}

async function page(call: ReadCall, name: string, scope: Scope, input: ReadInput) {
  const opened = openPage(call, name, input);
  const beyond = opened.after && Number(opened.after[0]);
  const rows = await listEvents(call.db, scope, input, { beyond, take: opened.take });
  return { status: 200 as const, body: opened.answer(rows, serializeEvent, (row) => [row.position]) };
}

async function stream(call: ReadCall, scope: Scope, input: ReadInput) {
  for (const field of ['before', 'cursor'] as const) {
    if (input[field] !== undefined)
      throw invalidRequest([{ path: field, message: 'Leave it out: a stream has no end.' }]);
  }
  const from = await startOf(call, scope, input);
  const headers = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
  return {
    status: 200 as const,
    stream: { content: streamEvents(call.services, scope, input, from), headers },
  };
}

/** The position after which a stream begins; null means now. */
async function startOf(call: ReadCall, scope: Scope, input: ReadInput): Promise<number | null> {
  const last = call.header('last-event-id');
  if (last !== null) return (await findPosition(call.db, scope, last.slice(0, 64)))?.position ?? 0;
  return input.after === undefined ? null : 0;
}
