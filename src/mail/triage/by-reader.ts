import {
  cut,
  type MessageReading,
  oneLine,
  READER_VERSION,
  riskFlagsOf,
  type Sender,
} from '#content/reading/index.ts';
import { type NewMessage, noReading, type Triage } from '#mailbox/messages/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';

/** The facts about a message that decide how it is triaged. */
export type Subject = Sender & Pick<NewMessage, 'status' | 'subject' | 'text' | 'extracted_text' | 'flags'>;

/** The findings of the built-in reader, whether or not a model reads the message as well. */
export function foundIn(
  message: Sender,
  read: MessageReading,
): Pick<Triage, 'risk_flags' | 'evidence' | 'spam_probability'> {
  const risk_flags = riskFlagsOf(read, message);
  const sender = message.from && `${message.from.name ?? ''} <${message.from.address}>`.trim();
  // The mailbox found the impersonation, so the text need not contain evidence of it.
  const isByMailbox = risk_flags.includes('impersonation') && !read.risks.includes('impersonation');
  const evidence: Triage['evidence'] =
    isByMailbox && sender
      ? [...read.evidence, { flag: 'impersonation', passage: cut(oneLine(sender)), part: 'header', score: 1 }]
      : read.evidence;
  return { risk_flags, evidence, spam_probability: read.spam_probability };
}

const stamp = (message: Subject, read: MessageReading) => ({
  ...foundIn(message, read),
  version: READER_VERSION,
});

/**
 * The triage of messages that must not or cannot be read (spec 3.2), or whose allowance is used up (2.6). Null for a
 * message that is to be read. `take` uses one unit of the allowance. It is called last, only for messages that will be
 * read.
 */
export function triageUnread(
  message: Subject,
  read: MessageReading,
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

/** The triage when the workspace's allowance is used up. It still has the risk flags. */
export const triageNotGranted = (message: Subject, read: MessageReading): Triage =>
  noReading('skipped', { ...stamp(message, read), reason: 'allowance' });

export const triageByReader = (message: Subject, read: MessageReading): Triage => ({
  status: 'done',
  ...read.reading,
  ...stamp(message, read),
  model: 'builtin',
});

/** Whether a message is encrypted or broken and has neither subject nor text. */
const isUnreadable = ({ subject, text, extracted_text, flags }: Subject): boolean =>
  !(subject.trim() || text.trim() || extracted_text.trim()) &&
  (flags.includes('encrypted') || flags.includes('parse_degraded'));
