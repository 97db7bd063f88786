import type { Authentication, ContentSignal, ParsedMessage } from '#content/mime/index.ts';
import type { Trust } from '#mailbox/messages/index.ts';

/** The input of the spam score. */
export type SpamEvidence = {
  parsed: Pick<ParsedMessage, 'signals' | 'date' | 'messageId' | 'to' | 'cc' | 'from'>;
  authentication: Pick<Authentication, 'spf' | 'dkim' | 'dmarc' | 'verdict'>;
  flags: Trust['flags'];
  knownSender: boolean;
  /** The reader's score of its wording; null if the reader could not read the message. */
  spamProbability: number | null;
};

type Rule = { name: string; weight: number; holds(evidence: SpamEvidence): boolean };

const signal =
  (name: ContentSignal) =>
  ({ parsed }: SpamEvidence): boolean =>
    parsed.signals.includes(name);
const flag =
  (name: Trust['flags'][number]) =>
  ({ flags }: SpamEvidence): boolean =>
    flags.includes(name);

/**
 * The structural rules of `trust.spam_score`. The weights of the rules that apply are added, and the sum is limited to
 * 0 to 1. Without proof of fraud, no single rule reaches the default threshold of 0.8; only the test message of spam
 * filters does.
 */
export const spamRules: readonly Rule[] = [
  { name: 'gtube', weight: 1, holds: signal('gtube') },
  { name: 'dmarc_fail', weight: 0.35, holds: ({ authentication }) => authentication.dmarc === 'fail' },
  { name: 'spf_fail', weight: 0.15, holds: ({ authentication }) => /^(soft)?fail$/.test(authentication.spf) },
  { name: 'dkim_fail', weight: 0.1, holds: ({ authentication }) => authentication.dkim === 'fail' },
  {
    name: 'unverified',
    weight: 0.05,
    holds: ({ authentication }) => authentication.verdict === 'unverified',
  },
  { name: 'display_name_spoof', weight: 0.3, holds: flag('display_name_spoof') },
  { name: 'lookalike_domain', weight: 0.3, holds: flag('lookalike_domain') },
  { name: 'hidden_text', weight: 0.25, holds: flag('hidden_text') },
  { name: 'reply_to_mismatch', weight: 0.1, holds: flag('reply_to_mismatch') },
  { name: 'link_mismatch', weight: 0.25, holds: signal('link_mismatch') },
  { name: 'ip_link', weight: 0.2, holds: signal('ip_link') },
  { name: 'image_only', weight: 0.15, holds: signal('image_only') },
  { name: 'shouting_subject', weight: 0.1, holds: signal('shouting_subject') },
  { name: 'no_from', weight: 0.2, holds: ({ parsed }) => parsed.from === null },
  { name: 'no_date', weight: 0.1, holds: ({ parsed }) => parsed.date === null },
  { name: 'no_message_id', weight: 0.1, holds: ({ parsed }) => parsed.messageId === null },
  { name: 'no_recipients', weight: 0.05, holds: ({ parsed }) => parsed.to.length + parsed.cc.length === 0 },
  {
    name: 'known_sender',
    weight: -0.3,
    holds: ({ knownSender, authentication }) => knownSender && authentication.verdict === 'pass',
  },
];

/** 0 to 1 in hundredths: the learned probability, which the structural rules can only raise. */
export function spamScore(evidence: SpamEvidence): number {
  const sum = spamRules.reduce((total, rule) => total + (rule.holds(evidence) ? rule.weight : 0), 0);
  return Math.round(Math.min(1, Math.max(0, sum, evidence.spamProbability ?? 0)) * 100) / 100;
}
