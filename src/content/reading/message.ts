import {
  type Category,
  categories,
  type Evidence,
  type Mailbox,
  type Content as Written,
} from './learned/message.ts';

export { type Category, categories, type Evidence, type Mailbox };

/** What is read of a message. All of it was written by a stranger. */
export type Content = Written & {
  /** What the sender wrote now, without what is quoted. */
  extracted_text: string;
  /** Sent by a program. */
  automated: boolean;
};

/** Who sent it, and how far that is believed: it differs from one mailbox to another. */
export type Sender = { from: Mailbox | null; trust: { verdict: string; flags: readonly string[] } | null };

/** spec 3, Triage: the reader computes them always, also when a model does the rest. */
export const riskFlags = [
  'prompt_injection',
  'credential_request',
  'payment_request',
  'phishing_link',
  'impersonation',
  'attachment_risk',
  'otp',
] as const;
export type RiskFlag = (typeof riskFlags)[number];

/** What the reader or a model says about a message. */
export type Reading = {
  category: Category;
  /** 0 to 1: how surely an answer is expected. */
  needs_reply: number;
  /** 0 (can wait) to 3 (now). */
  urgency: number;
  /** One line, at most 200 characters. */
  summary: string;
  /** ISO 639-1, null when it cannot be told. */
  language: string | null;
};

export const SUMMARY_CHARACTERS = 200;

/** Characters of a file's text that are read. */
export const FILE_CHARACTERS = 200_000;
const SUBJECT_CHARACTERS = 1_000;
const NAME_CHARACTERS = 300;
const MAX_FILES = 100;

/** The same message with its short strings cut. The learned reader bounds the long texts, which it reads from both ends. */
export const bounded = (input: Content): Content => ({
  ...input,
  from: input.from && { ...input.from, name: input.from.name?.slice(0, NAME_CHARACTERS) ?? null },
  subject: input.subject.slice(0, SUBJECT_CHARACTERS),
  attachments: input.attachments
    .slice(0, MAX_FILES)
    .map((file) => ({ ...file, filename: file.filename.slice(0, NAME_CHARACTERS) })),
});
