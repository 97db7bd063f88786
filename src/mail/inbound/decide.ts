import type { ProcessedMessage } from '#content/mime/index.ts';
import type { QuarantineReason } from '#mailbox/messages/index.ts';

export type Decision =
  | { status: 'received' | 'hidden' | 'throttled'; quarantine_reason: null }
  | { status: 'quarantined'; quarantine_reason: QuarantineReason };

type QuarantinePolicy = { on_auth_fail: boolean; spam_threshold: number; unsolicited_otp: boolean };

/**
 * Facts about the sender and the mailbox: whether the sender is on a list or over its hourly share, and whether the
 * message has a code that nobody requested.
 */
export type SenderContext = {
  blocked: boolean;
  allowed: boolean;
  tooMany: boolean;
  unsolicitedCode: boolean;
};

const quarantined = (quarantine_reason: QuarantineReason): Decision => ({
  status: 'quarantined',
  quarantine_reason,
});

/**
 * Whether an agent may see a message (spec 2.6, 3.2, 4.9; decisions.md, Message trust verdict). The first of these that
 * applies decides: the sender is blocked, or over its share; the message contains an archive bomb, which no policy
 * allows; its sender is not authenticated; it contains a one-time code that was not requested; it is spam, and its
 * sender is not on the allow list.
 */
export function decide(
  { authentication, inspections }: Pick<ProcessedMessage, 'authentication' | 'inspections'>,
  spamScore: number,
  policy: QuarantinePolicy,
  context: SenderContext,
): Decision {
  if (context.blocked) return { status: 'hidden', quarantine_reason: null };
  if (context.tooMany) return { status: 'throttled', quarantine_reason: null };
  if (inspections.some(({ risk }) => risk === 'archive_bomb')) return quarantined('archive_bomb');
  if (authentication.verdict !== 'pass' && policy.on_auth_fail) {
    const proved = authentication.verdict === 'fail';
    return quarantined(proved ? 'authentication_failed' : 'authentication_unverified');
  }
  if (policy.unsolicited_otp && context.unsolicitedCode) return quarantined('unsolicited_otp');
  if (spamScore >= policy.spam_threshold && !context.allowed) return quarantined('spam');
  return { status: 'received', quarantine_reason: null };
}
