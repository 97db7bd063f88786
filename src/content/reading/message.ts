export type Mailbox = { address: string; name: string | null };

/** What the rules read of a message. All of it was written by a stranger. */
export type Content = {
  from: Mailbox | null;
  reply_to: Mailbox[];
  subject: string;
  /** What the sender wrote now, without what is quoted. */
  extracted_text: string;
  /** All of the plain text. */
  text: string;
  html: string | null;
  headers: [name: string, value: string][];
  /** Sent by a program. */
  automated: boolean;
  attachments: { filename: string; content_type: string; risk: string | null }[];
};

/** Who sent it, and how far that is believed: it differs from one mailbox to another. */
export type Sender = { from: Mailbox | null; trust: { verdict: string; flags: readonly string[] } | null };

/** decisions.md section 3, Triage. */
export const categories = [
  'personal',
  'support',
  'sales',
  'billing',
  'scheduling',
  'notification',
  'newsletter',
  'verification',
  'bounce',
  'spam',
  'other',
] as const;
export type Category = (typeof categories)[number];

/** decisions.md section 3, Triage: the rules compute them always, also when a model does the rest. */
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

/** What the rules or a model say about a message. */
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

/** What the rules read of a text: hostile mail is long, and what matters stands at its beginning or is repeated. */
export const READ_CHARACTERS = 20_000;
const SUBJECT_CHARACTERS = 1_000;
const NAME_CHARACTERS = 300;
const MAX_FILES = 100;

/** The same message, each of its strings cut to what is read. */
export const bounded = (input: Content): Content => ({
  ...input,
  from: input.from && { ...input.from, name: input.from.name?.slice(0, NAME_CHARACTERS) ?? null },
  subject: input.subject.slice(0, SUBJECT_CHARACTERS),
  extracted_text: input.extracted_text.slice(0, READ_CHARACTERS),
  text: input.text.slice(0, READ_CHARACTERS),
  html: input.html?.slice(0, READ_CHARACTERS * 3) ?? null,
  attachments: input.attachments
    .slice(0, MAX_FILES)
    .map((file) => ({ ...file, filename: file.filename.slice(0, NAME_CHARACTERS) })),
});
