/** What the reader reads of a message. All of it was written by a stranger. */
export type Mailbox = { address: string; name: string | null };

export type File = {
  /** Of the stored attachment, where there is one: evidence names it. */
  id?: string;
  filename: string;
  content_type: string;
  /** What the inspection of the file found; null when nothing. */
  risk?: string | null;
  /** The text extracted from it; null when there is none. */
  text: string | null;
};

export type Content = {
  from: Mailbox | null;
  reply_to: Mailbox[];
  subject: string;
  /** All of the plain text, quotes and signature included; '' when the message has html alone. */
  text: string;
  /** As it was sent: comments, styles and hidden parts are read too. */
  html: string | null;
  headers: [name: string, value: string][];
  attachments: File[];
};

export const categories = [
  ...(['personal', 'support', 'sales', 'billing', 'scheduling', 'notification'] as const),
  ...(['newsletter', 'verification', 'bounce', 'spam', 'other'] as const),
] as const;
export type Category = (typeof categories)[number];

/** The flags that are learned, one head each; `prompt_injection` is read passage by passage. */
export const learnedFlags = [
  ...(['credential_request', 'payment_request', 'phishing_link', 'impersonation', 'otp'] as const),
] as const;
export type LearnedFlag = (typeof learnedFlags)[number];
export type Flag = LearnedFlag | 'prompt_injection';

/** Where a passage stands (decisions-2.md, Triage evidence). */
export type Part = 'subject' | 'text' | 'html_hidden' | 'html_comment' | 'attachment' | 'header';

export type Evidence = {
  flag: Flag;
  /** At most 240 characters, as they stand in the message; what is encoded is shown decoded. */
  passage: string;
  part: Part;
  attachment_id?: string;
  score: number;
};

export type Reading = {
  category: Category;
  /** The one that is next in likelihood. */
  next_category: Category;
  /** 0 can wait to 3 now. */
  urgency: number;
  /** 0 to 1: how surely an answer is expected. */
  needs_reply: number;
  spam_probability: number;
  /** Those at or above their thresholds. */
  flags: Flag[];
  /** Calibrated probabilities of all flags. */
  scores: Record<Flag, number>;
  evidence: Evidence[];
};
