import type { Queryable } from '#kernel/data/database.ts';
import { findEvents, type StoredEvent } from './repository.ts';

/** The version of all payloads (spec 9). There is only one so far. */
export const API_VERSION = '2026-10-01';

/**
 * The JSON text of an event as customers receive it (spec 6.1). The data are inserted exactly as stored, so that every
 * delivery of an event has the same bytes.
 */
export function envelopeText(event: StoredEvent): string {
  const { id, type, occurred_at, tenant_id, identity_id, sequence } = event;
  const head = JSON.stringify({
    id,
    type,
    api_version: API_VERSION,
    occurred_at,
    tenant_id,
    identity_id,
    sequence,
  });
  return `${head.slice(0, -1)},"data":${event.data}}`;
}

/** The envelopes of these events by id; one that retention removed is missing. */
export async function findEnvelopes(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const events = await findEvents(db, ids);
  return new Map(events.map((event) => [event.id, envelopeText(event)]));
}
