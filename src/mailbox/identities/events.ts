import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { defineEvent, type NewEvent } from '#events/index.ts';
import type { AddressRow, StoredIdentity } from './repository.ts';
import { addressSchema, identitySchema } from './schema.ts';
import { serializeAddress, serializeIdentity } from './serialize.ts';

export const identityCreated = defineEvent('identity.created', 'identity', { identity: identitySchema });
export const identityUpdated = defineEvent('identity.updated', 'identity', {
  identity: identitySchema,
  changed: z.array(z.string()),
});
export const identityPaused = defineEvent('identity.paused', 'identity', {
  identity_id: z.string(),
  reason: z.enum(['manual', 'abuse_threshold', 'tenant_suspended']),
  metrics: z.record(z.string(), z.number()).nullable(),
});
export const identityResumed = defineEvent('identity.resumed', 'identity', { identity_id: z.string() });
export const identityMailboxFull = defineEvent('identity.mailbox_full', 'identity', {
  identity_id: z.string(),
  bytes: z.number(),
  limit: z.number(),
});
export const identityAddressAdded = defineEvent('identity.address_added', 'identity', {
  address: addressSchema,
});
export const identityAddressActivated = defineEvent('identity.address_activated', 'identity', {
  address: addressSchema,
});
export const identityAddressPromoted = defineEvent('identity.address_promoted', 'identity', {
  address: addressSchema,
  previous_primary: addressSchema.nullable(),
});
export const identityAddressRetired = defineEvent('identity.address_retired', 'identity', {
  address: addressSchema,
});

/** Events about identities and their addresses (spec 6.4). */

const fields = ['display_name', 'purpose', 'signature', 'metadata', 'send_policy'] as const;

/** The names of the fields that a PATCH changed. The status has its own events. */
export function changedFields(before: StoredIdentity, after: StoredIdentity): string[] {
  const differs = (name: keyof StoredIdentity) => !isDeepStrictEqual(before[name], after[name]);
  const changed: string[] = fields.filter(differs);
  return differs('owner_name') || differs('owner_email') ? [...changed, 'owner'] : changed;
}

export function updatedEvents(
  before: StoredIdentity,
  after: StoredIdentity,
  addresses: readonly AddressRow[],
): NewEvent[] {
  const about = { tenant_id: after.tenant_id, identity_id: after.id };
  const events: NewEvent[] = [];
  const changed = changedFields(before, after);
  const identity = serializeIdentity(after, addresses);
  if (changed.length > 0) events.push(identityUpdated({ ...about, data: { identity, changed } }));
  if (before.status !== after.status || before.pause_reason !== after.pause_reason)
    events.push(statusEvent(about, after));
  return events;
}

type About = { tenant_id: string; identity_id: string };

/** The event for a change of status. `metrics` are the rates of a pause for abuse. */
export const statusEvent = (
  about: About,
  { pause_reason }: Pick<StoredIdentity, 'pause_reason'>,
  metrics: Record<string, number> | null = null,
): NewEvent =>
  pause_reason === null
    ? identityResumed({ ...about, data: { identity_id: about.identity_id } })
    : identityPaused({ ...about, data: { identity_id: about.identity_id, reason: pause_reason, metrics } });

const aboutAddress = ({ tenant_id, identity_id }: AddressRow): About => ({ tenant_id, identity_id });

export const retiredEvents = (addresses: readonly AddressRow[]): NewEvent[] =>
  addresses
    .filter(({ status }) => status === 'retired')
    .map((row) => identityAddressRetired({ ...aboutAddress(row), data: { address: serializeAddress(row) } }));

export const promotedEvents = (primary: AddressRow, before: AddressRow | null): NewEvent[] => [
  identityAddressPromoted({
    ...aboutAddress(primary),
    data: {
      address: serializeAddress(primary),
      previous_primary: before && serializeAddress(before),
    },
  }),
  ...(before ? retiredEvents([before]) : []),
];
