import type { Delivery, Message } from '../data/trpc.ts';
import type { Tone } from '../parts/badge.tsx';

type Words = { name: string; tone: Tone };

/** Statuses of what was sent, of a message and of each recipient (interface-spec 3.1). */
export const statusWords: Record<string, Words> = {
  queued: { name: 'Waiting to be sent', tone: 'neutral' },
  submitted: { name: 'Handed over', tone: 'neutral' },
  delivered: { name: 'Delivered', tone: 'good' },
  deferred: { name: 'Delayed, tried again', tone: 'warn' },
  bounced: { name: 'Bounced', tone: 'bad' },
  complained: { name: 'Marked as spam', tone: 'bad' },
  rejected: { name: 'Refused', tone: 'bad' },
  failed: { name: 'Not sent', tone: 'bad' },
  uncertain: { name: 'Nobody knows', tone: 'warn' },
  suppressed: { name: 'Not sent: suppressed', tone: 'warn' },
  canceled: { name: 'Canceled', tone: 'neutral' },
};

export const statusOf = (status: string): Words => statusWords[status] ?? { name: status, tone: 'neutral' };

/** Why, in words, for what has a reason (interface-spec 7.3, 2.13 and decisions.md). */
const reasons: Record<string, string> = {
  provider_validation: 'The transport refused the content.',
  sender_domain_unavailable: 'The sender’s domain is not set up with the transport.',
  recipient_suppressed_by_provider: 'The provider does not deliver to this address.',
  quota_exhausted: 'The provider’s limit was reached for 24 hours.',
  transport_timeout: 'The transport gave no answer. It may have been sent.',
  transport_connection_lost: 'The connection broke after the message was handed over. It may have been sent.',
  resolved_not_sent: 'Somebody looked and found that it was not sent.',
  domain_failing_no_fallback: 'The domain fails, and the policy allows no other.',
  marketing_needs_ses: 'Marketing mail needs another transport.',
  manual: 'On the suppression list: added by hand.',
  unsubscribe: 'This person unsubscribed.',
  hard_bounce: 'Mail to this address bounced before: it does not exist.',
  complaint: 'This person marked earlier mail as spam.',
  provider: 'The provider suppresses this address.',
  send_block: 'On the block list of this workspace.',
  not_on_allowlist: 'Not on the allow list, and only listed recipients are sent to.',
  unknown_recipient: 'This mailbox writes only to people it knows.',
};

export const reasonWords = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ');

/** What the other server said, as far as it is known. */
export function replyOf({ smtp_code, enhanced_code }: Delivery): string | null {
  return [smtp_code, enhanced_code].filter((part) => part !== null).join(' ') || null;
}

export const canCancel = ({ status, direction }: Message): boolean =>
  direction === 'outbound' && status === 'queued';
