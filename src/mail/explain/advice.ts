import type { RefusalReason } from '#mail/refusals/index.ts';
import type { DeliveryReason, OutboundStatus, QuarantineReason } from '#mailbox/messages/index.ts';

/** What an outcome means, and what to do about it; no fix where nothing is wrong. */
export type Advice = { reason: string; fix: string | null };

const fine = (reason: string): Advice => ({ reason, fix: null });
const advice = (reason: string, fix: string): Advice => ({ reason, fix });

export const ofQuarantine: Record<QuarantineReason, Advice> = {
  authentication_failed: advice(
    'The domain of the sender says that the mail is not from it (DMARC).',
    'Do not trust it. If it is genuine, its sender has to sign it (DKIM) or list the server (SPF); a reviewer can release this one.',
  ),
  authentication_unverified: advice(
    'Nothing proves who sent it, and the policy quarantines such mail.',
    'Ask the sender to publish SPF, DKIM and DMARC; release it, or set policy quarantine.on_auth_fail to false.',
  ),
  archive_bomb: advice(
    'An attachment unpacks to far more than its size.',
    'Do not open it. Ask the sender for the file in another form.',
  ),
  unsolicited_otp: advice(
    'It holds a one-time code that nobody here asked for.',
    'Start the wait (GET …/wait) before the code is requested, or release it.',
  ),
  spam: advice(
    'Its spam score is over policy quarantine.spam_threshold.',
    'Release it, put the sender on the allow list for receiving, or raise the threshold.',
  ),
};

export const ofDecision = {
  received: fine('Every rule lets it through.'),
  hidden: advice(
    'Its sender is on the block list for receiving.',
    'Take the sender off the block list (DELETE …/lists/receive/block/{entry}); mail that is already hidden stays so.',
  ),
  throttled: advice(
    'Its sender wrote more to this mailbox in an hour than is let in.',
    'Read it with quarantine:review; put the sender on the allow list for receiving if it is expected.',
  ),
} as const;

export const ofRefusal: Record<RefusalReason, Advice> = {
  unknown_recipient: advice(
    'No mailbox has this address, or not any more.',
    'Create an identity or an alias with it (POST /v1/identities/{identity_id}/addresses), or give the sender the right address.',
  ),
  recipient_not_ready: advice(
    'The domain of the address is not ready to receive.',
    'Verify the domain (POST /v1/domains/{domain_id}/verify); the sender tries again by itself for some days.',
  ),
  mailbox_full: advice(
    'The mailbox is full.',
    'Erase messages that are no longer needed (DELETE …/messages/{message_id}), then ask the sender to send it again.',
  ),
  message_too_large: advice(
    'It is larger than 25 MiB with everything in it.',
    'Ask the sender for smaller files, or for a link to them.',
  ),
  mail_loop: advice(
    'It has gone in a circle between servers.',
    'Look for a forwarding that leads back here, and end it.',
  ),
  not_stored: advice(
    'This server could not store it at that moment.',
    'The sender tries again by itself. If it lasts, look at GET /health and the log of the server.',
  ),
};

/** By the status of a recipient, where no reason says more. */
const ofStatus: Record<OutboundStatus, Advice> = {
  queued: fine('It waits for its turn.'),
  submitted: fine('The next server has taken it; news of the delivery may follow.'),
  delivered: fine("The recipient's server has taken it."),
  deferred: fine('A temporary refusal: it is tried again, for 24 hours in all.'),
  bounced: advice(
    "The recipient's server refused it for good.",
    'Check the address. After a hard bounce it is suppressed: remove the suppression once the address works again.',
  ),
  complained: advice(
    'The recipient marked it as spam.',
    'Do not write to this address again without its consent.',
  ),
  rejected: advice(
    'The server refused it.',
    'See smtp_code of the delivery; correct what it names and send again.',
  ),
  failed: advice(
    'It could not be handed over within 24 hours.',
    'Send it again when the server can be reached.',
  ),
  uncertain: advice(
    'The connection broke while it was handed over: it may have arrived.',
    'Ask the recipient or look at the provider, then POST …/resolve; it is never sent twice by itself.',
  ),
  suppressed: advice(
    'The recipient is suppressed.',
    'Remove the suppression if the recipient wants the mail.',
  ),
  canceled: advice('It was canceled before it was sent.', 'Send it again if it was canceled by mistake.'),
  awaiting_approval: advice('It waits for a person to approve it.', 'Approve it, or wait for the decision.'),
};

const ofReason: Record<DeliveryReason, Advice> = {
  provider_validation: advice(
    'The mail provider refused header, size or form.',
    'Make the message smaller or simpler and send it again.',
  ),
  sender_domain_unavailable: advice(
    'The server does not accept the domain of the sender.',
    'Verify the domain (POST /v1/domains/{id}/verify) and see that the provider knows it.',
  ),
  recipient_suppressed_by_provider: advice(
    'The mail provider does not deliver to this address.',
    "Remove the address from the provider's suppression list.",
  ),
  quota_exhausted: advice(
    "The provider's limit was reached for 24 hours.",
    'Raise the limit at the provider, then send again.',
  ),
  transport_timeout: advice(
    'The server gave no answer after it had the message: it may have arrived.',
    'Check with the recipient, then POST …/resolve.',
  ),
  transport_connection_lost: advice(
    'The connection broke while it was handed over: it may have arrived.',
    'Check with the recipient, then POST …/resolve.',
  ),
  transport_answer_unclear: advice(
    'The answer of the server was unclear: it may have arrived.',
    'Check with the recipient, then POST …/resolve.',
  ),
  transport_unavailable: advice(
    'The server for outgoing mail cannot be reached, or refuses for now.',
    'It is tried again by itself for 24 hours. If it lasts, check smarthost, credentials and port.',
  ),
  domain_failing_no_fallback: advice(
    'The domain of the sender fails, and the policy allows no other address.',
    'Repair the records of the domain, or allow the platform address by policy.',
  ),
  marketing_needs_ses: advice(
    'Marketing mail needs a domain that sends over SES or its own server.',
    'Set up such a domain, or send it as transactional if it is.',
  ),
  resolved_not_sent: advice('Somebody found that it was not sent.', 'Send it again.'),
  from_address_retired: advice(
    "The sender's address was retired before it was due.",
    'Send it again from an active address.',
  ),
  tenant_suspended: advice(
    'The workspace was suspended when it was due.',
    'Ask the operator to lift the suspension.',
  ),
  identity_paused: advice(
    'The identity was paused when it was due.',
    'Resume the identity and send it again.',
  ),
  manual: advice(
    'The address was suppressed by hand.',
    'Remove the suppression if the recipient wants the mail.',
  ),
  unsubscribe: advice(
    'The recipient unsubscribed.',
    'Respect it: remove the suppression only when the recipient asks.',
  ),
  hard_bounce: advice(
    'Earlier mail bounced because the address does not exist.',
    'Check the address; remove the suppression once it works.',
  ),
  complaint: advice('The recipient marked earlier mail as spam.', 'Do not write to this address again.'),
  provider: advice(
    'The mail provider suppresses the address.',
    'Remove it from the list of the provider, then here.',
  ),
  send_block: advice(
    'The address is on the block list for sending.',
    'Take it off the list if it may be written to.',
  ),
  not_on_allowlist: advice(
    'Only addresses on the allow list for sending may be written to.',
    'Put the address or its domain on the list.',
  ),
  unknown_recipient: advice(
    'The identity may write only to people it knows (send_policy.require_known_recipient).',
    'Let the person write first, put the address on the allow list, or change the send policy.',
  ),
  approval_rejected: advice(
    'A person rejected it.',
    'Read the comment of the approval, change the message, send again.',
  ),
  approval_expired: advice('Nobody approved it in time.', 'Send it again, and tell whoever approves.'),
};

/** What the state of a recipient means. A reason that is not ours (of a provider) is not repeated. */
export function ofDelivery(status: string, reason: string | null): Advice {
  if (reason !== null && Object.hasOwn(ofReason, reason)) return ofReason[reason as DeliveryReason];
  return ofStatus[status as OutboundStatus] ?? fine('Its state is known by the status alone.');
}
