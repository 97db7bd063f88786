import type { DeliveryReason, OutboundStatus } from '#mailbox/messages/index.ts';
import type { Tone } from '../parts/badge.tsx';
import { asWords, labelOf } from './label-of.ts';

type Label = { name: string; tone: Tone };

/** Statuses of a sent message and of each of its recipients (spec 3.1). */
export const statuses: Record<OutboundStatus, Label> = {
  queued: { name: 'Waiting to be sent', tone: 'neutral' },
  submitted: { name: 'Sent', tone: 'accent' },
  delivered: { name: 'Delivered', tone: 'good' },
  deferred: { name: 'Delayed, will retry', tone: 'warn' },
  bounced: { name: 'Bounced', tone: 'bad' },
  complained: { name: 'Marked as spam', tone: 'bad' },
  rejected: { name: 'Rejected', tone: 'bad' },
  failed: { name: 'Not sent', tone: 'bad' },
  uncertain: { name: 'Delivery unknown', tone: 'warn' },
  suppressed: { name: 'Not sent: suppressed', tone: 'warn' },
  canceled: { name: 'Canceled', tone: 'neutral' },
  awaiting_approval: { name: 'Waiting for approval', tone: 'warn' },
};

/** @param flags the message's flags, because captured mail was accepted by this deployment and nobody else */
export const deliveryStatus = (status: string, flags: readonly string[] = []): Label => {
  if (status === 'submitted' && flags.includes('captured'))
    return { name: 'Captured, not sent', tone: 'warn' };
  return labelOf(statuses, status) ?? { name: asWords(status), tone: 'neutral' };
};

/** The meaning of a recipient's status, if there is no reason that is more specific. */
const meanings: Record<OutboundStatus, string> = {
  queued: 'It is waiting to be sent.',
  submitted: 'The next mail server accepted it. Whether it was delivered is not known yet.',
  delivered: 'The recipient’s server accepted it.',
  deferred: 'The recipient’s server could not accept it yet. Proofmail retries for 24 hours.',
  bounced: 'The recipient’s server refused it permanently.',
  complained: 'The recipient marked it as spam.',
  rejected: 'The mail server refused it.',
  failed: 'The mail server could not accept it within 24 hours.',
  uncertain: 'The connection broke during sending. The message may have arrived.',
  suppressed: 'The address is on the suppression list.',
  canceled: 'It was canceled before it was sent.',
  awaiting_approval: 'A person has to approve it first.',
};

/** One sentence about what happened for a recipient. */
export function deliveryMeaning(
  { status, reason }: { status: string; reason: string | null },
  flags: readonly string[],
): string {
  if (status === 'submitted' && flags.includes('captured'))
    return 'This deployment kept it for its operator. Nobody outside received it.';
  if (reason) return deliveryReason(reason);
  return labelOf(meanings, status) ?? `${asWords(status)}.`;
}

/** The steps of a sent message before its recipients. */
export const sentSteps = {
  accepted: 'Accepted',
  scheduled: 'Scheduled',
  handedOver: 'Handed to the mail server',
  captured: 'Captured by this deployment',
} as const;

/** The groups by which Sent is filtered. */
export const sentGroups = {
  waiting: { name: 'Waiting', statuses: ['queued', 'deferred'] },
  approval: { name: 'Waiting for approval', statuses: ['awaiting_approval'] },
  sent: { name: 'Sent', statuses: ['submitted'] },
  delivered: { name: 'Delivered', statuses: ['delivered'] },
  problems: {
    name: 'Not delivered',
    statuses: ['bounced', 'rejected', 'failed', 'complained', 'suppressed'],
  },
  uncertain: { name: 'Delivery unknown', statuses: ['uncertain'] },
  canceled: { name: 'Canceled', statuses: ['canceled'] },
} as const satisfies Record<string, { name: string; statuses: readonly OutboundStatus[] }>;
export type SentGroup = keyof typeof sentGroups;

/** Why a recipient has its status (spec 2.13, 7.3 and decisions.md). */
const reasons: Record<DeliveryReason, string> = {
  provider_validation: 'The mail provider rejected the message.',
  sender_domain_unavailable: 'The sender’s domain is not set up with the mail provider.',
  recipient_suppressed_by_provider: 'The mail provider does not deliver to this address.',
  quota_exhausted: 'The mail provider’s limit was reached for 24 hours.',
  transport_timeout: 'The mail server did not answer in time. The message may have been sent.',
  transport_connection_lost: 'The connection broke during sending. The message may have been sent.',
  transport_answer_unclear: 'The mail server’s answer was unclear. The message may have been sent.',
  transport_unavailable: 'The mail server cannot be used at the moment.',
  domain_failing_no_fallback:
    'The sender’s domain is failing, and the policy does not allow the platform address instead.',
  marketing_needs_ses: 'Marketing mail needs a domain that sends over SES or its own mail server.',
  resolved_not_sent: 'Somebody checked and found that it was not sent.',
  from_address_retired: 'The sender’s address was retired before the message was due.',
  tenant_suspended: 'The workspace was suspended when the message was due.',
  identity_paused: 'The identity was paused when the message was due.',
  manual: 'The address is on the suppression list: it was added by hand.',
  unsubscribe: 'The recipient unsubscribed.',
  hard_bounce: 'Earlier mail bounced because the address does not exist.',
  complaint: 'The recipient marked earlier mail as spam.',
  provider: 'The mail provider suppresses this address.',
  send_block: 'The address is on the block list of this workspace.',
  not_on_allowlist: 'The workspace sends only to its allow list, and the address is not on it.',
  unknown_recipient: 'This mailbox may write only to people it knows.',
  approval_rejected: 'A person rejected the message.',
  approval_expired: 'Nobody approved the message in time.',
};

export const deliveryReason = (reason: string): string => labelOf(reasons, reason) ?? `${asWords(reason)}.`;

/** Whether a bounce is final. */
export const bounceTypes = {
  hard: 'Permanent: the server will not accept it later either.',
  soft: 'Temporary: the server may accept it later.',
} as const;

export const recipientFields = { to: 'To', cc: 'Cc', bcc: 'Bcc' } as const;
