import type { ProcessedMessage } from '#content/mime/index.ts';
import type { QuarantineReason } from '#mailbox/messages/index.ts';

export type Decision =
  | { status: 'received' | 'hidden' | 'throttled'; quarantine_reason: null }
  | { status: 'quarantined'; quarantine_reason: QuarantineReason };

type QuarantinePolicy = { on_auth_fail: boolean; spam_threshold: number; unsolicited_otp: boolean };

/** How the sender stands with the mailbox: on its lists, over its hourly share, with a code that nobody asked for. */
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
 * Whether an agent may see a message (spec 2.6, 3.2, 4.9; decisions.md, Message trust verdict). The first that
 * applies: its sender is blocked, or over its share; it contains an archive that is made to harm the person who opens it, which
 * no policy lets through; nobody vouches for it; it brings a one-time code that was not asked for; it is spam, unless
 * its sender is on the allow list.
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
