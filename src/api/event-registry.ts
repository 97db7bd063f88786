import type { EventDefinition } from '#events/index.ts';
import type { EventType } from '#kernel/catalogue/event-types.ts';
import * as drafts from '#mail/drafts/events.ts';
import * as guard from '#mail/guard/events.ts';
import * as inbound from '#mail/inbound/events.ts';
import * as sending from '#mail/sending/events.ts';
import * as triage from '#mail/triage/events.ts';
import * as identities from '#mailbox/identities/events.ts';
import * as suppressions from '#mailbox/suppressions/events.ts';
import * as wait from '#mailbox/wait/events.ts';
import * as privacy from '#trust/privacy/events.ts';
import * as signing from '#trust/signing/events.ts';
import * as audit from '#workspace/audit/events.ts';
import * as billing from '#workspace/billing/events.ts';
import * as domains from '#workspace/domains/events.ts';
import * as members from '#workspace/members/events.ts';
import * as webhooks from '#workspace/webhooks/events.ts';

const rooms = [
  inbound,
  triage,
  sending,
  drafts,
  guard,
  wait,
  identities,
  signing,
  suppressions,
  privacy,
  webhooks,
  members,
  audit,
  billing,
  domains,
];

const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'function' && 'payload' in value && 'owner' in value;

/** Every event type with its payload, for the documents; the rooms that emit them declare them. */
export const eventDefinitions: Readonly<Partial<Record<EventType, EventDefinition>>> = Object.fromEntries(
  rooms.flatMap((room) =>
    Object.values(room)
      .filter(isDefinition)
      .map((definition) => [definition.type, definition]),
  ),
);
