import { languageOf } from './language.ts';
import { read } from './learned/index.ts';
import { bounded, type Content, type Evidence, type Reading, type RiskFlag, riskFlags, type Sender } from './message.ts';
import { impersonates, isDangerous } from './risk-by-structure.ts';
import { summaryOf } from './summary.ts';
import { findVerification } from './verification/find.ts';

/** Says which reader made a triage; goes up when the reader changes. */
export const READER_VERSION = '5';

/** What the reader says of a message, whoever received it. */
export type MessageReading = {
  risks: RiskFlag[];
  /** The passages for which the learned flags were raised. */
  evidence: Evidence[];
  /** 0 to 1. */
  spam_probability: number;
  reading: Reading;
};

/** Reads a message without a model of a third party: pure, and linear in its length. */
export function readMessage(content: Content): MessageReading {
  const input = bounded(content);
  const { category, needs_reply, urgency, spam_probability, flags, evidence } = read(input);
  const raised = new Set<RiskFlag>(flags);
  if (input.attachments.some(isDangerous)) raised.add('attachment_risk');
  if (findVerification(input)?.code) raised.add('otp');
  const summary = summaryOf(input);
  const language = languageOf(input.subject, input.extracted_text);
  return {
    risks: riskFlags.filter((flag) => raised.has(flag)),
    evidence,
    spam_probability,
    reading: { category, needs_reply, urgency, summary, language },
  };
}

/** All risks of a message (spec 3, Triage): those in what it says, and whether its sender passes for another of the mailbox. */
export const riskFlagsOf = ({ risks }: Pick<MessageReading, 'risks'>, sender: Sender): RiskFlag[] =>
  riskFlags.filter((flag) => risks.includes(flag) || (flag === 'impersonation' && impersonates(sender)));
