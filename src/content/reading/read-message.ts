import { clip } from '#kernel/base/clip.ts';
import { languageOf } from './language.ts';
import { read } from './learned/index.ts';
import {
  bounded,
  type Content,
  type Evidence,
  type Reading,
  type RiskFlag,
  riskFlags,
  type Sender,
} from './message.ts';
import { impersonates, isDangerous, isReport } from './structure.ts';
import { oneLine, summaryOf } from './summary.ts';
import { findVerification } from './verification/find.ts';

/** Says which reader made a triage; goes up when the reader changes. */
export const READER_VERSION = '5';

/** The learned flags come with evidence of their own. */
type Found = Omit<Evidence, 'flag'> & { flag: RiskFlag };

/** What the reader says of a message, whoever received it. */
export type MessageReading = {
  risks: RiskFlag[];
  /** What the flags were raised for. */
  evidence: Found[];
  /** 0 to 1. */
  spam_probability: number;
  reading: Reading;
};

/** Reads a message without a model of a third party: pure, and linear in its length. */
export function readMessage(content: Content): MessageReading {
  const input = bounded(content);
  const { category, needs_reply, urgency, spam_probability, flags, evidence } = read(input);
  const raised = new Set<RiskFlag>(flags);
  const found = [...dangerousFiles(input), ...codeFound(input, raised)];
  for (const { flag } of found) raised.add(flag);
  const summary = summaryOf(input);
  const language = languageOf(input.subject, input.extracted_text);
  return {
    risks: riskFlags.filter((flag) => raised.has(flag)),
    evidence: [...evidence, ...found],
    spam_probability,
    reading: { category: isReport(input) ? 'bounce' : category, needs_reply, urgency, summary, language },
  };
}

const dangerousFiles = ({ attachments }: Content): Found[] =>
  attachments.filter(isDangerous).map(({ id, filename }) => ({
    flag: 'attachment_risk',
    passage: cutPassage(filename),
    part: 'attachment',
    score: 1,
    ...(id === undefined ? {} : { attachment_id: id }),
  }));

/** The finder of codes knows more forms of them than the learned flag, which knows more ways to speak of them. */
function codeFound(input: Content, raised: ReadonlySet<RiskFlag>): Found[] {
  const code = raised.has('otp') ? null : findVerification(input)?.code;
  if (!code) return [];
  const isInSubject = input.subject.includes(code);
  const line = input.text.split('\n').find((one) => one.includes(code));
  const part = isInSubject ? 'subject' : 'text';
  return [{ flag: 'otp', passage: cutPassage(isInSubject ? input.subject : (line ?? code)), part, score: 1 }];
}

const PASSAGE_CHARACTERS = 240;

/** A passage as evidence shows it: one line of at most 240 characters. */
export const cutPassage = (text: string): string => clip(oneLine(text.toWellFormed()), PASSAGE_CHARACTERS);

/** All risks of a message (spec 3, Triage): those in what it says, and whether its sender passes for another of the mailbox. */
export const riskFlagsOf = ({ risks }: Pick<MessageReading, 'risks'>, sender: Sender): RiskFlag[] =>
  riskFlags.filter((flag) => risks.includes(flag) || (flag === 'impersonation' && impersonates(sender)));
