import { RULES_VERSION, type RulesReading, riskFlagsOf, type Sender } from '#content/reading/index.ts';
import type { NewMessage, Triage } from '#mailbox/messages/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import { noReading } from './no-reading.ts';

/** The facts about a message that decide how it is triaged. */
export type Subject = Sender & Pick<NewMessage, 'status' | 'subject' | 'text' | 'extracted_text' | 'flags'>;

const stamp = (message: Subject, read: RulesReading) => ({
  risk_flags: riskFlagsOf(read, message),
  version: RULES_VERSION,
});

/**
 * The triage of messages that must not or cannot be read (spec 3.2), or whose allowance is used up (2.6). Null for
 * a message that is to be read. `take` uses one of the allowance; it is called last, for such messages only.
 */
export function triageUnread(
  message: Subject,
  read: RulesReading,
  policy: Pick<Policy, 'triage'>,
  take: () => boolean,
): Triage | null {
  const builtin = stamp(message, read);
  if (message.status !== 'received') return noReading('skipped', { ...builtin, reason: 'not_eligible' });
  if (!policy.triage.enabled) return noReading('skipped', { ...builtin, reason: 'policy_disabled' });
  if (isUnreadable(message))
    return noReading('failed', { ...builtin, model: 'builtin', reason: 'input_unavailable' });
  return take() ? null : triageNotGranted(message, read);
}

/** The workspace's allowance is spent; the risk flags are there all the same. */
export const triageNotGranted = (message: Subject, read: RulesReading): Triage =>
  noReading('skipped', { ...stamp(message, read), reason: 'allowance' });

export const triageByRules = (message: Subject, read: RulesReading): Triage => ({
  status: 'done',
  ...read.reading,
  ...stamp(message, read),
  model: 'builtin',
});

/** Unreadable: encrypted or broken, with neither subject nor text. */
const isUnreadable = ({ subject, text, extracted_text, flags }: Subject): boolean =>
  !(subject.trim() || text.trim() || extracted_text.trim()) &&
  (flags.includes('encrypted') || flags.includes('parse_degraded'));
