import { clip } from '#kernel/base/clip.ts';
import { languageOf } from './language.ts';
import { type Reading as LearnedReading, read } from './learned/index.ts';
import {
  bounded,
  type Category,
  type Content,
  type Evidence,
  type Reading,
  type RiskFlag,
  riskFlags,
  type Sender,
} from './message.ts';
import { impersonates, isDangerous, isReport } from './structure.ts';
import { oneLine, summaryOf } from './summary.ts';
import { core } from './verification/code-candidates.ts';
import { findVerification, type Verification } from './verification/find.ts';
import { fold } from './verification/fold.ts';
import { theScorers } from './verification/scorer.ts';

/** Says which reader made a triage; goes up when the reader changes. */
export const READER_VERSION = '13';

/** The learned flags come with evidence of their own. */
type Found = Omit<Evidence, 'flag'> & { flag: RiskFlag };

/** What the reader says of a message, whoever received it. */
export type MessageReading = {
  risks: RiskFlag[];
  /** What the flags were raised for. */
  evidence: Found[];
  /** 0 to 1. */
  spam_probability: number;
  /** Its code and its link; null when it has neither. */
  verification: Verification | null;
  reading: Reading;
};

/** What is known of a message beside its content. */
export type Known = {
  /** The html as it is shown; `html` holds what was sent. */
  shownHtml?: string | null;
  /** The code and link that were found when the message came. */
  verification?: Verification | null;
};

/** Reads a message without a model of a third party: pure, and linear in its length. */
export function readMessage(content: Content, known: Known = {}): MessageReading {
  const input = bounded(content);
  const said = read(input);
  const shown = { ...input, html: known.shownHtml === undefined ? input.html : known.shownHtml };
  const verification = known.verification === undefined ? verificationIn(shown, said) : known.verification;
  const evidence = [
    ...said.evidence.filter(({ flag }) => flag !== 'otp'),
    ...dangerousFiles(input),
    ...codeFound(input, verification),
  ];
  const flags = new Set<RiskFlag>([
    ...said.flags.filter((flag) => flag !== 'otp'),
    ...evidence.map(({ flag }) => flag),
  ]);
  return {
    risks: riskFlags.filter((flag) => flags.has(flag)),
    evidence,
    spam_probability: said.spam_probability,
    verification,
    reading: {
      category: categoryOf(input, said, verification),
      needs_reply: said.needs_reply,
      urgency: said.urgency,
      summary: summaryOf(input),
      language: languageOf(input.subject, input.extracted_text),
    },
  };
}

/** In words that tell the language: the detector of rare ones is loaded only when it is needed. */
const first = 'This is the first one that you have to read, and it is not for you.';
const firstMessage: Content = {
  ...{ from: null, reply_to: [], subject: '', text: first, extracted_text: first, html: null },
  ...{ headers: [], automated: false, attachments: [] },
};
let isPrepared = false;

/** Loads the weights, once in each thread, so that no message is charged for it. */
export function prepareReader(): void {
  if (isPrepared) return;
  readMessage(firstMessage, { verification: null });
  theScorers();
  isPrepared = true;
}

/** More likely spam than not. */
const SPAM = 0.5;

/** The code and the link of a message; spam has none that anybody should use. */
function verificationIn({ from, subject, text, html }: Content, said: LearnedReading): Verification | null {
  if (said.spam_probability >= SPAM) return null;
  return findVerification(
    { from: from?.address ?? null, subject, text, html },
    {
      otp: said.scores.otp,
      spam: said.spam_probability,
      phishing: said.scores.phishing_link,
      isVerification: said.category === 'verification',
    },
  );
}

/** A report says that it is one, and a verification has a code or a link; the reader judges everything else. */
function categoryOf(
  input: Content,
  { category, next_category }: LearnedReading,
  verification: Verification | null,
): Category {
  if (isReport(input)) return 'bounce';
  if (verification) return 'verification';
  return category === 'verification' ? next_category : category;
}

const dangerousFiles = ({ attachments }: Content): Found[] =>
  attachments.filter(isDangerous).map(({ id, filename }) => ({
    flag: 'attachment_risk',
    passage: cutPassage(filename),
    part: 'attachment',
    score: 1,
    ...(id === undefined ? {} : { attachment_id: id }),
  }));

/** A code is a risk: whoever reads the mail can use it. */
function codeFound(input: Content, verification: Verification | null): Found[] {
  const code = verification?.code;
  if (!code) return [];
  const holdsCode = (line: string): boolean => core(fold(line)).includes(core(code));
  const part = holdsCode(input.subject) ? 'subject' : 'text';
  const line = part === 'subject' ? input.subject : input.text.split('\n').find(holdsCode);
  return [{ flag: 'otp', passage: cutPassage(line ?? code), part, score: 1 }];
}

const PASSAGE_CHARACTERS = 240;

/** A passage as evidence shows it: one line of at most 240 characters. */
export const cutPassage = (text: string): string => clip(oneLine(text.toWellFormed()), PASSAGE_CHARACTERS);

/** All risks of a message (spec 3, Triage): those in what it says, and whether its sender passes for another of the mailbox. */
export const riskFlagsOf = ({ risks }: Pick<MessageReading, 'risks'>, sender: Sender): RiskFlag[] =>
  riskFlags.filter((flag) => risks.includes(flag) || (flag === 'impersonation' && impersonates(sender)));
