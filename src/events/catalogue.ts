import { z } from 'zod';
import type { EventType } from '#kernel/catalogue/event-types.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { addressSchema, identitySchema } from '#mailbox/identities/index.ts';
import { triage, trust } from '#mailbox/messages/index.ts';
import { attachmentSummary, domainIssue, messageSummary } from './payload.ts';

/**
 * Whose `sequence` an event of a type takes part in (interface-spec 6.1): its identity's, its domain's, its job's, or
 * nobody's. `identity?` is an identity's where one caused it; without one there is no sequence.
 */
export type Owner = 'identity' | 'identity?' | 'domain' | 'job' | 'none';

type Entry<O extends Owner, D extends z.ZodType> = { owner: O; data: D };

/** Shapes are asked for when the first event is recorded: the rooms that they come from record events themselves. */
const entry =
  <O extends Owner>(owner: O) =>
  <S extends z.ZodRawShape>(shape: () => S): Entry<O, z.ZodLazy<z.ZodObject<S>>> => ({
    owner,
    data: z.lazy(() => z.object(shape())),
  });

const ofIdentity = entry('identity');
const ofDomain = entry('domain');
const ofJob = entry('job');
const ofPlatform = entry('none');

const text = z.string();
const code = z.int().nullable();
const known = text.nullable();

const received = () => ({
  message: messageSummary,
  thread_id: text,
  trust: trust.nullable(),
  attachments: z.array(attachmentSummary),
});
const ofMessage = { message_id: text };
const ofRecipient = { message_id: text, recipient: text };
/** Objects of rooms that give them their own schemas; the id is what an event cannot do without. */
const object = z.looseObject({ id: text });

/** The payload of every event type (interface-spec 6.4). */
export const eventCatalogue = {
  'message.received': ofIdentity(() => ({
    ...received(),
    extracted_text: text,
    extracted_text_truncated: z.boolean(),
  })),
  'message.quarantined': ofIdentity(() => ({ ...received(), quarantine_reason: text })),
  'message.released': ofIdentity(() => ({
    message: messageSummary,
    released_by_key_id: known,
    released_by_user_id: known,
    reason: known,
  })),
  'message.triaged': ofIdentity(() => ({ message_id: text, thread_id: text, triage })),
  'message.sent': ofIdentity(() => ({
    message: messageSummary,
    provider: text,
    provider_message_id: known,
    sent_via_fallback: z.boolean(),
  })),
  'message.delivered': ofIdentity(() => ({ ...ofRecipient, smtp_code: code })),
  'message.deferred': ofIdentity(() => ({ ...ofRecipient, smtp_code: code, smtp_response: known })),
  'message.bounced': ofIdentity(() => ({
    ...ofRecipient,
    bounce_type: z.enum(['hard', 'soft']),
    smtp_code: code,
    smtp_response: known,
    suppressed: z.boolean(),
  })),
  'message.complained': ofIdentity(() => ({ ...ofRecipient, suppressed: z.literal(true) })),
  'message.rejected': ofIdentity(() => ({ ...ofMessage, reason: text, detail: known })),
  'message.failed': ofIdentity(() => ({ ...ofMessage, reason: text })),
  'message.uncertain': ofIdentity(() => ({ ...ofMessage, reason: text, fix: text })),
  'message.reconciled': ofIdentity(() => ({ ...ofMessage, status: text })),
  'message.suppressed': ofIdentity(() => ({ ...ofMessage, recipients: z.array(text) })),
  'message.canceled': ofIdentity(() => ofMessage),
  'verification.received': ofIdentity(() => ({
    ...ofMessage,
    sender_domain: text,
    kind: z.enum(['code', 'link']),
  })),
  'identity.created': ofIdentity(() => ({ identity: identitySchema })),
  'identity.updated': ofIdentity(() => ({ identity: identitySchema, changed: z.array(text) })),
  'identity.paused': ofIdentity(() => ({
    identity_id: text,
    reason: z.enum(['manual', 'abuse_threshold', 'tenant_suspended']),
    metrics: z.record(z.string(), z.number()).nullable(),
  })),
  'identity.resumed': ofIdentity(() => ({ identity_id: text })),
  'identity.deleted': ofJob(() => ({ identity_id: text, erasure_request_id: text })),
  'identity.address_added': ofIdentity(() => ({ address: addressSchema })),
  'identity.address_activated': ofIdentity(() => ({ address: addressSchema })),
  'identity.address_promoted': ofIdentity(() => ({
    address: addressSchema,
    previous_primary: addressSchema.nullable(),
  })),
  'identity.address_retired': ofIdentity(() => ({ address: addressSchema })),
  'identity.key_created': ofIdentity(() => ({ identity_id: text, kid: text })),
  'identity.key_rotated': ofIdentity(() => ({ identity_id: text, kid: text, previous_kid: known })),
  'identity.key_revoked': ofIdentity(() => ({ identity_id: text, kid: text })),
  'domain.created': ofDomain(() => ({ domain: object })),
  'domain.verified': ofDomain(() => ({ domain: object })),
  'domain.degraded': ofDomain(() => ({ domain_id: text, issues: z.array(domainIssue) })),
  'domain.failing': ofDomain(() => ({
    domain_id: text,
    issues: z.array(domainIssue),
    fallback_active: z.boolean(),
  })),
  'domain.suspended': ofDomain(() => ({
    domain_id: text,
    reason: z.enum([
      'failing_14_days',
      'nameservers_changed',
      'ownership_record_missing',
      'registration_changed',
    ]),
  })),
  'domain.recovered': ofDomain(() => ({ domain_id: text, from_state: text })),
  'domain.reminder': ofDomain(() => ({ domain_id: text, state: text, hours_in_state: z.int() })),
  'domain.removed': ofDomain(() => ({ domain_id: text, reason: z.enum(['requested', 'zone_expired']) })),
  'erasure.completed': ofJob(() => ({ erasure_request: object })),
  'erasure.failed': ofJob(() => ({ erasure_request_id: text, step: text, error: text })),
  'export.completed': ofJob(() => ({ export_id: text, expires_at: timestamp })),
  'suppression.created': entry('identity?')(() => ({
    address_hint: text,
    reason: text,
    source_message_id: known,
  })),
  'quota.warning': entry('identity?')(() => ({
    metric: text,
    used: z.int(),
    limit: z.int(),
    scope: z.enum(['tenant', 'identity']),
  })),
  'webhook.disabled': ofPlatform(() => ({ webhook_id: text, reason: text })),
  'webhook.test': ofPlatform(() => ({ message: text })),
  'member.invited': ofPlatform(() => ({ invitation_id: text, email_hint: text, role: text })),
  'member.joined': ofPlatform(() => ({ user_id: text, role: text })),
  'member.role_changed': ofPlatform(() => ({ user_id: text, from: text, to: text })),
  'member.removed': ofPlatform(() => ({ user_id: text })),
  'billing.plan_changed': ofPlatform(() => ({
    from_plan: known,
    to_plan: known,
    reason: z.enum([
      'checkout',
      'portal',
      'payment_failed_grace_ended',
      'payment_recovered',
      'canceled',
      'operator',
    ]),
  })),
  'billing.payment_failed': ofPlatform(() => ({ grace_until: timestamp })),
  'billing.limit_reached': ofPlatform(() => ({
    feature: text,
    granted: z.int(),
    resets_at: timestamp.nullable(),
  })),
} as const satisfies Record<EventType, Entry<Owner, z.ZodType>>;

type OwnerFields = {
  identity: { identity_id: string };
  'identity?': { identity_id: string | null };
  /** The domain. */
  domain: { domain_id: string };
  /** The erasure request or export; `identity.deleted` names its identity too. */
  job: { job_id: string; identity_id?: string };
  none: unknown;
};

/**
 * An event to be recorded. Of a platform event without a tenant, `partner_id` says whose partner endpoints hear of it
 * besides the deployment's.
 */
export type NewEvent = {
  [T in EventType]: {
    type: T;
    tenant_id: string | null;
    partner_id?: string | null;
    /** When it happened, if that was not now. */
    occurred_at?: Date;
    data: z.input<(typeof eventCatalogue)[T]['data']>;
  } & OwnerFields[(typeof eventCatalogue)[T]['owner']];
}[EventType];
