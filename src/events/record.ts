import { audienceOf, type EventType } from '#kernel/catalogue/event-types.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { NewEvent } from './define-event.ts';
import { type EventRow, insertEvents } from './repository.ts';

/**
 * Records events in the transaction of the change (spec 6.1): a change that is rolled back has no events, and a committed
 * one always has them, numbered per owner without gaps. Call it late in the transaction and once for all of its events,
 * because the owners' counters stay locked until the transaction ends. Also queues the events for the endpoints that
 * subscribe.
 * @returns their ids, in the order given
 */
export async function recordEvents(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'hooks' | 'wakeUps'>,
  events: readonly NewEvent[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const now = services.clock.now();
  const rows = events.map((event) => toRow(event, now));
  await Promise.all([
    insertEvents(tx, rows),
    services.hooks.eventsRecorded(tx, rows.flatMap(toAddressed), now),
  ]);
  const arrived = events.flatMap(arrivalOf);
  tx.afterCommit(() => services.wakeUps.emit('event', arrived));
  return rows.map(({ id }) => id);
}

const decisions = new Set<string>([
  'message.approved',
  'message.approval_rejected',
  'message.approval_expired',
]);

/** Events after which an identity's published keys are different. */
const ofKeySets = new Set<string>([
  'identity.paused',
  'identity.resumed',
  'identity.key_created',
  'identity.key_rotated',
  'identity.key_revoked',
]);

/** Wake-ups for mail that agents can now see, for decisions about their mail, and for changed published keys. */
function arrivalOf(event: NewEvent): string[] {
  if (ofKeySets.has(event.type)) return [`${event.identity_id} changed`];
  if (decisions.has(event.type)) return [`${event.identity_id} ${event.data.message_id}`];
  if (event.type !== 'message.received' && event.type !== 'message.released') return [];
  return [`${event.identity_id} ${(event.data.message as { id: string }).id}`];
}

/** The fields that decide which endpoints receive the event. A test event goes only to its own endpoint. */
function toAddressed(row: EventRow) {
  const { id, tenant_id, partner_id, identity_id } = row;
  const type = row.type as EventType;
  const audience = audienceOf(type);
  if (audience === 'endpoint') return [];
  return [{ id, type, tenant_id, partner_id, identity_id, for_tenant: audience === 'tenant' }];
}

const FIRST_OF_PAIR = /[\ud800-\udbff]/g;

/** Replaces a message's text by its length in characters, as Postgres counts them: some are two UTF-16 units. */
function storedPayload({ data, text_of_message }: NewEvent): Pick<EventRow, 'data' | 'text_length'> {
  const text = text_of_message ? (data.extracted_text as string) : '';
  if (text === '') return { data, text_length: null };
  const text_length = text.length - (text.match(FIRST_OF_PAIR)?.length ?? 0);
  return { data: { ...data, extracted_text: '' }, text_length };
}

const toRow = (event: NewEvent, now: Date): EventRow => ({
  id: newId('event'),
  type: event.type,
  tenant_id: event.tenant_id,
  partner_id: event.partner_id ?? null,
  identity_id: event.identity_id,
  owner_id: event.owner_id,
  ...storedPayload(event),
  occurred_at: (event.occurred_at ?? now).toISOString(),
});
