/**
 * Who receives an event: `tenant` means every endpoint whose reach covers it, `operators` excludes tenants, and `endpoint`
 * means only the endpoint that is being tested.
 */
type Audience = 'tenant' | 'operators' | 'endpoint';

/** Every event type and when it is emitted (interface-spec 6.4). The rooms that emit them declare the payloads. */
export const eventTypeCatalogue = {
  'message.received': { when: 'mail was stored and can be read' },
  'message.quarantined': { when: 'mail was stored, but quarantined' },
  'message.released': { when: 'a quarantined message was released' },
  'message.triaged': { when: 'triage of a message finished or failed' },
  'message.sent': { when: 'the transport accepted a message, or a person found that it was sent' },
  'message.delivered': { when: "a recipient's server accepted it" },
  'message.deferred': { when: "a recipient's server could not take it yet" },
  'message.bounced': { when: "a recipient's server refused it for good, or tries ran out" },
  'message.complained': { when: 'a recipient reported it as spam' },
  'message.rejected': { when: 'the transport refused it' },
  'message.failed': { when: 'it could not be sent' },
  'message.uncertain': { when: 'nobody knows whether it was sent' },
  'message.reconciled': { when: 'the provider told what became of an uncertain send' },
  'message.suppressed': { when: 'every recipient was suppressed' },
  'message.canceled': { when: 'it was cancelled while queued' },
  'verification.received': { when: 'a code or a link was found in authenticated mail' },
  'identity.created': { when: 'an identity was created' },
  'identity.updated': { when: 'an identity was changed' },
  'identity.paused': { when: 'an identity was paused' },
  'identity.resumed': { when: 'an identity was resumed' },
  'identity.deleted': { when: 'the deletion of an identity completed' },
  'identity.address_added': { when: 'an address was added' },
  'identity.address_activated': { when: 'a pending address became active' },
  'identity.address_promoted': { when: 'another address became the primary one' },
  'identity.address_retired': { when: 'an address was retired' },
  'identity.key_created': { when: 'the first signing key of an identity was made' },
  'identity.key_rotated': { when: 'a signing key was rotated' },
  'identity.key_revoked': { when: 'a signing key was revoked' },
  'domain.created': { when: 'a domain was added' },
  'domain.verified': { when: 'a domain was verified' },
  'domain.degraded': { when: 'a domain misses a record that is not critical' },
  'domain.failing': { when: 'a domain misses a critical record' },
  'domain.suspended': { when: 'a domain was suspended' },
  'domain.recovered': { when: 'a domain is healthy again' },
  'domain.reminder': { when: 'a domain still waits for its records' },
  'domain.removed': { when: 'a domain was removed' },
  'erasure.completed': { when: 'an erasure completed' },
  'erasure.failed': { when: 'an erasure failed for good' },
  'export.completed': { when: 'an export is ready' },
  'suppression.created': { when: 'an address was suppressed' },
  'quota.warning': { when: 'a daily send cap is at 80 or 100 percent' },
  'webhook.disabled': { when: 'a webhook endpoint was disabled', audience: 'operators' },
  'webhook.test': { when: 'a test of an endpoint was asked for', audience: 'endpoint' },
  'member.invited': { when: 'somebody was invited' },
  'member.joined': { when: 'somebody joined' },
  'member.role_changed': { when: 'the role of a member was changed' },
  'member.removed': { when: 'a member was removed' },
  'billing.plan_changed': { when: 'the plan changed' },
  'billing.payment_failed': { when: 'a payment failed' },
  'billing.limit_reached': { when: 'an allowance was spent for the first time in a period' },
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
