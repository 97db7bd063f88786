/**
 * Who receives an event: `tenant` means every endpoint whose reach covers it, `operators` excludes tenants, and `endpoint`
 * means only the endpoint that is being tested.
 */
type Audience = 'tenant' | 'operators' | 'endpoint';

/** Every event type and when it is emitted (spec 6.4). The rooms that emit them declare the payloads. */
export const eventTypeCatalogue = {
  'message.received': { when: 'a message was received and can be read' },
  'message.quarantined': { when: 'a message was received and quarantined' },
  'message.released': { when: 'a quarantined message was released' },
  'message.triaged': { when: 'triage of a message finished or failed' },
  'message.sent': {
    when: 'the first mail server accepted a message, or a person confirmed that it was sent',
  },
  'message.delivered': { when: "a recipient's server accepted a message" },
  'message.deferred': { when: "a recipient's server could not accept a message yet" },
  'message.bounced': { when: "a recipient's server rejected a message permanently, or retries ran out" },
  'message.complained': { when: 'a recipient reported a message as spam' },
  'message.rejected': { when: 'the mail server rejected a message' },
  'message.failed': { when: 'a message could not be sent' },
  'message.uncertain': { when: 'it is unknown whether a message was sent' },
  'message.reconciled': { when: 'the provider reported the outcome of an uncertain message' },
  'message.suppressed': { when: 'every recipient of a message was suppressed' },
  'message.canceled': { when: 'a message was canceled while it was queued' },
  'message.guard_advised': {
    when: 'a message was sent although the guard found signs that incoming mail manipulated its sender',
  },
  'message.approval_requested': { when: 'a message is waiting for a person to approve it' },
  'message.approved': { when: 'a person approved a message, which is now sent' },
  'message.approval_rejected': { when: 'a person rejected a message that waited for approval' },
  'message.approval_expired': { when: 'nobody approved or rejected a message in time' },
  'draft.created': { when: 'a draft was created' },
  'draft.updated': { when: 'a draft was changed' },
  'draft.deleted': { when: 'a draft was deleted or sent' },
  'verification.received': { when: 'a code or a link was found in authenticated mail' },
  'identity.created': { when: 'an identity was created' },
  'identity.updated': { when: 'an identity was changed' },
  'identity.paused': { when: 'an identity was paused' },
  'identity.resumed': { when: 'an identity was resumed' },
  'identity.mailbox_full': { when: 'the mailbox of an identity refused mail because it is full' },
  'identity.deleted': { when: 'the deletion of an identity completed' },
  'identity.address_added': { when: 'an address was added' },
  'identity.address_activated': { when: 'a pending address became active' },
  'identity.address_promoted': { when: 'another address became the primary one' },
  'identity.address_retired': { when: 'an address was retired' },
  'identity.key_created': { when: 'the first signing key of an identity was created' },
  'identity.key_rotated': { when: 'a signing key was rotated' },
  'identity.key_revoked': { when: 'a signing key was revoked' },
  'domain.created': { when: 'a domain was added' },
  'domain.verified': { when: 'a domain was verified' },
  'domain.degraded': { when: 'a domain lacks a record that is not critical' },
  'domain.failing': { when: 'a domain lacks a critical record' },
  'domain.suspended': { when: 'a domain was suspended' },
  'domain.recovered': { when: 'a domain is healthy again' },
  'domain.reminder': { when: 'a domain is still waiting for its records' },
  'domain.removed': { when: 'a domain was removed' },
  'erasure.completed': { when: 'an erasure completed' },
  'erasure.failed': { when: 'an erasure failed permanently' },
  'export.completed': { when: 'an export is ready' },
  'suppression.created': { when: 'an address was suppressed' },
  'quota.warning': { when: 'a daily send cap is at 80 or 100 percent' },
  'quota.queue_full': {
    when: 'a send or other work was refused because too much work is waiting; at most once a day for each queue',
  },
  'webhook.disabled': { when: 'a webhook endpoint was disabled', audience: 'operators' },
  'webhook.test': { when: 'somebody requested a test of an endpoint', audience: 'endpoint' },
  'member.invited': { when: 'a person was invited' },
  'member.joined': { when: 'a person joined' },
  'member.role_changed': { when: 'the role of a member was changed' },
  'member.removed': { when: 'a member was removed' },
  'audit.recorded': {
    when: 'an entry was added to the audit log (sent only to endpoints that name this type)',
  },
  'billing.plan_changed': { when: 'the plan changed' },
  'billing.payment_failed': { when: 'a payment failed' },
  'billing.limit_reached': { when: 'an allowance was used up for the first time in a period' },
} as const satisfies Record<string, { when: string; audience?: Audience }>;

export type EventType = keyof typeof eventTypeCatalogue;

export const eventTypes = Object.keys(eventTypeCatalogue) as [EventType, ...EventType[]];

export function audienceOf(type: EventType): Audience {
  const entry: { when: string; audience?: Audience } = eventTypeCatalogue[type];
  return entry.audience ?? 'tenant';
}

/** The types that tenants see in their feeds and at their endpoints, and those that they never see. */
export const typesForTenants = eventTypes.filter((type) => audienceOf(type) === 'tenant');
export const typesNotForTenants = eventTypes.filter((type) => audienceOf(type) !== 'tenant');
