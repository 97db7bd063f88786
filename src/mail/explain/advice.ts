import type { RefusalReason } from '#mail/refusals/index.ts';
import type { DeliveryReason, OutboundStatus, QuarantineReason } from '#mailbox/messages/index.ts';

/** The meaning of an outcome and its fix; without a fix if nothing is wrong. */
export type Advice = { reason: string; fix: string | null };

const fine = (reason: string): Advice => ({ reason, fix: null });
const advice = (reason: string, fix: string): Advice => ({ reason, fix });

export const ofQuarantine: Record<QuarantineReason, Advice> = {
  authentication_failed: advice(
    'The mail failed DMARC: the domain in From did not authorise it.',
    'Do not trust it. If it is genuine, its sender has to sign its mail (DKIM) or list the server (SPF); a reviewer can release this message.',
  ),
  authentication_unverified: advice(
    'The sender could not be verified, and the policy quarantines such mail.',
    'Ask the sender to publish SPF, DKIM and DMARC. To read this message, release it; to accept such mail, set policy quarantine.on_auth_fail to false.',
  ),
  archive_bomb: advice(
    'An attachment unpacks to far more than its size.',
    'Do not open it. Ask the sender for the file in another format.',
  ),
  unsolicited_otp: advice(
    'It contains a one-time code that nobody here requested.',
    'Start the wait (GET …/wait) before you request the code, or release the message.',
  ),
  spam: advice(
    'Its spam score is above policy quarantine.spam_threshold.',
    'Release it, put the sender on the allow list for receiving, or raise the threshold.',
  ),
};

export const ofDecision = {
  received: fine('No rule quarantined or hid it.'),
  hidden: advice(
    'Its sender is on the block list for receiving.',
    'Remove the sender from the block list (DELETE …/lists/receive/block/{entry}). Mail that is already hidden stays hidden.',
  ),
  throttled: advice(
    'Its sender exceeded the number of messages per hour that this mailbox accepts.',
    'Read it with a key that has quarantine:review. Put the sender on the allow list for receiving if you expect this mail.',
  ),
} as const;

export const ofRefusal: Record<RefusalReason, Advice> = {
  unknown_recipient: advice(
    'No mailbox has this address, or it no longer has one.',
    'Create an identity or an alias with this address (POST /v1/identities/{identity_id}/addresses), or give the sender the right one.',
  ),
  recipient_not_ready: advice(
    'The domain of the address is not ready to receive mail.',
    'Verify the domain (POST /v1/domains/{domain_id}/verify). The sending server retries automatically for some days.',
  ),
  mailbox_full: advice(
    'The mailbox is full.',
    'Delete messages that are no longer needed (DELETE …/messages/{message_id}), then ask the sender to send it again.',
  ),
  message_too_large: advice(
    'It is larger than 25 MiB, including attachments.',
    'Ask the sender for smaller files, or for a link to them.',
  ),
  mail_loop: advice(
    'It is in a mail loop between servers.',
    'Find the forwarding rule that sends mail back here, and remove it.',
  ),
  not_stored: advice(
    'This server could not store it at that moment.',
    'The sending server retries automatically. If it keeps failing, check GET /health and the server log.',
  ),
};

/** By the recipient's status, if there is no reason that is more specific. */
const ofStatus: Record<OutboundStatus, Advice> = {
  queued: fine('It is waiting to be sent.'),
  submitted: fine('The next mail server accepted it. A delivery report may follow.'),
  delivered: fine("The recipient's server accepted it."),
  deferred: fine('The server refused it temporarily. Proofmail retries for 24 hours.'),
  bounced: advice(
    "The recipient's server refused it permanently.",
    'Check the address. A hard bounce suppresses it: remove the suppression once the address works again.',
  ),
  complained: advice(
    'The recipient marked it as spam.',
    'Do not write to this address again without its consent.',
  ),
  rejected: advice(
    'The server refused it.',
    'Correct the problem that smtp_code of the delivery names, then send the message again.',
  ),
  failed: advice(
    'The mail server could not take it within 24 hours.',
    'Send it again when the mail server is reachable.',
  ),
  uncertain: advice(
    'The connection broke during sending: the message may have arrived.',
    'Ask the recipient or check the log of the provider, then call POST …/resolve. Proofmail never sends it again automatically.',
  ),
  suppressed: advice(
    'The recipient is suppressed.',
    'Remove the suppression if the recipient wants the mail.',
  ),
  canceled: advice('It was canceled before it was sent.', 'Send it again if it was canceled by mistake.'),
  awaiting_approval: advice(
    'It is waiting for a person to approve it.',
    'Approve it, or wait for the decision.',
  ),
};

const ofReason: Record<DeliveryReason, Advice> = {
  provider_validation: advice(
    'The mail provider refused its header, size or format.',
    'Make the message smaller or simpler and send it again.',
  ),
  sender_domain_unavailable: advice(
    "The mail provider does not accept the sender's domain.",
    'Verify the domain (POST /v1/domains/{domain_id}/verify), and make sure that it is set up at the provider.',
  ),
  recipient_suppressed_by_provider: advice(
    'The mail provider does not deliver to this address.',
    "Remove the address from the provider's suppression list.",
  ),
  quota_exhausted: advice(
    "The provider's sending limit was exceeded for 24 hours.",
    'Raise the limit at the provider, then send again.',
  ),
  transport_timeout: advice(
    'The server did not answer after it had received the message: it may have arrived.',
    'Ask the recipient whether it arrived, then call POST …/resolve.',
  ),
  transport_connection_lost: advice(
    'The connection broke during sending: the message may have arrived.',
    'Ask the recipient whether it arrived, then call POST …/resolve.',
  ),
  transport_answer_unclear: advice(
    "The server's answer was unclear: the message may have arrived.",
    'Ask the recipient whether it arrived, then call POST …/resolve.',
  ),
  transport_unavailable: advice(
    'The server for outgoing mail is unreachable, or refuses mail temporarily.',
    'Proofmail retries automatically for 24 hours. If it keeps failing, check the host, the port and the credentials of the server.',
  ),
  domain_failing_no_fallback: advice(
    "The sender's domain is failing, and the policy does not allow the platform address instead.",
    'Correct the DNS records of the domain, or allow the platform address in the policy.',
  ),
  marketing_needs_ses: advice(
    'Marketing mail needs a domain that sends through SES or through its own server.',
    'Set up such a domain, or send the message as transactional if it is not marketing.',
  ),
  resolved_not_sent: advice('Somebody checked and found that it was not sent.', 'Send it again.'),
  from_address_retired: advice(
    "The sender's address was retired before the message was due.",
    'Send it again from an active address.',
  ),
  tenant_suspended: advice(
    'The workspace was suspended when the message was due.',
    'Ask the operator to lift the suspension.',
  ),
  identity_paused: advice(
    'The identity was paused when the message was due.',
    'Resume the identity and send it again.',
  ),
  manual: advice(
    'The address was suppressed manually.',
    'Remove the suppression if the recipient wants the mail.',
  ),
  unsubscribe: advice(
    'The recipient unsubscribed.',
    'Respect that: remove the suppression only if the recipient asks for it.',
  ),
  hard_bounce: advice(
    'Earlier mail bounced because the address does not exist.',
    'Check the address; remove the suppression once it works.',
  ),
  complaint: advice('The recipient marked earlier mail as spam.', 'Do not write to this address again.'),
  provider: advice(
    'The address is on the suppression list of the mail provider.',
    "Remove it from the provider's list first, then from the suppressions here.",
  ),
  send_block: advice(
    'The address is on the block list for sending.',
    'Remove it from the list if agents may write to it.',
  ),
  not_on_allowlist: advice(
    'Only addresses on the allow list for sending may be written to.',
    'Put the address or its domain on that list.',
  ),
  unknown_recipient: advice(
    'The identity may write only to people it knows (send_policy.require_known_recipient).',
    'Wait until the person has written first, put the address on the allow list, or change the send policy.',
  ),
  approval_rejected: advice(
    'A person rejected it.',
    'Read the comment of the approval, change the message, and send it again.',
  ),
  approval_expired: advice(
    'Nobody approved it in time.',
    'Send it again, and tell the people who approve messages.',
  ),
};

/** The meaning of a recipient's state. Reasons that come from a provider are not repeated. */
export function ofDelivery(status: string, reason: string | null): Advice {
  if (reason !== null && Object.hasOwn(ofReason, reason)) return ofReason[reason as DeliveryReason];
  return ofStatus[status as OutboundStatus] ?? fine('Only the status is known.');
}
