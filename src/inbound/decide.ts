import type { ProcessedMessage } from './parse/index.ts';

export type Decision =
  | { status: 'received'; quarantine_reason: null }
  | { status: 'quarantined'; quarantine_reason: string };

type QuarantinePolicy = { on_auth_fail: boolean; spam_threshold: number };

/**
 * Whether an agent may see a message (interface-spec 3.2; decisions.md, Message trust verdict). An archive that is made
 * to harm whoever opens it is kept back under every policy.
 */
export function decide(
  { authentication, inspections }: Pick<ProcessedMessage, 'authentication' | 'inspections'>,
  spamScore: number,
  policy: QuarantinePolicy,
): Decision {
  if (inspections.some(({ risk }) => risk === 'archive_bomb'))
    return { status: 'quarantined', quarantine_reason: 'archive_bomb' };
  if (authentication.verdict !== 'pass' && policy.on_auth_fail) {
    const reason = authentication.verdict === 'fail' ? 'authentication_failed' : 'authentication_unverified';
    return { status: 'quarantined', quarantine_reason: reason };
  }
  if (spamScore >= policy.spam_threshold) return { status: 'quarantined', quarantine_reason: 'spam' };
  return { status: 'received', quarantine_reason: null };
}
