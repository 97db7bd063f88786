import type { Inspection } from '#content/files/index.ts';
import type { MessageReading, Verification } from '#content/reading/index.ts';
import type { AgentProof } from '#kernel/operation/signed-mail.ts';
import type { ContentSignal } from './content-signals.ts';

/** One mailbox: `address` as written with its domain in lower case, `name` decoded, '' when absent. */
export interface Mailbox {
  address: string;
  name: string;
}

/** `parse_degraded`: something lies beyond a limit or is broken; `body_truncated`: a text body was cut. */
export type ParseFlag = 'parse_degraded' | 'encrypted' | 'body_truncated';

/** One attached file. `content` has a separate buffer, so it can be transferred between threads. */
export interface ParsedAttachment {
  /** Safe to write to disk or put in a header: no path, control or direction characters, 1 to 255 bytes. */
  filename: string;
  /** Lower-case media type without parameters, as the sender declared it. */
  contentType: string;
  /** Bytes after transfer decoding. */
  size: number;
  disposition: 'attachment' | 'inline';
  /** Without angle brackets, as `cid:` links name it; null when absent. */
  contentId: string | null;
  content: Uint8Array<ArrayBuffer>;
  /** Place in the MIME tree, numbered as IMAP does: `2`, `1.3`. */
  partPath: string;
}

/** A received message as plain data. Every string is well-formed UTF-16 without NUL. */
export interface ParsedMessage {
  /** With its angle brackets; null when absent or not an id. */
  messageId: string | null;
  inReplyTo: string | null;
  /** At most 100: the first and the 99 most recent, each with angle brackets. */
  references: string[];
  /** ISO 8601 in UTC; null when absent or not a date. */
  date: string | null;
  /** The first mailbox of the first From field. */
  from: Mailbox | null;
  fromFieldCount: number;
  sender: Mailbox | null;
  to: Mailbox[];
  cc: Mailbox[];
  replyTo: Mailbox[];
  /** Decoded, without control characters, at most 998 characters. */
  subject: string;
  /** The whole plain text, made from the html when there is no text part; lines end in \n. */
  text: string;
  /** Sanitised html, null when the message has none. */
  html: string | null;
  /** The HTML as it was sent, for the reader; it never leaves the thread that parses. */
  sentHtml: string | null;
  /** `text` without quotes and without the signature; inline answers stay. */
  extractedText: string;
  /** Header fields in order, unfolded, RFC 2047 words left as they are. */
  headers: [name: string, value: string][];
  attachments: ParsedAttachment[];
  /** Sent by a program, not by a person (RFC 3834 and the practice of mailers). */
  automated: boolean;
  flags: ParseFlag[];
  /** Signs of fraud or spam in its text. */
  signals: ContentSignal[];
  /** List-* fields (RFC 2369, 2919, 8058) by lower-case name. */
  listHeaders: Record<string, string>;
  /** The one-time code or verification link that the reader found; null when it found neither. */
  verification: Verification | null;
  /** Numbers and ids of things outside of mail that it names. */
  refs: Reference[];
  /** The delivery report in it, when it is one. */
  report: DeliveryReport | null;
}

export const referenceKinds = ['order', 'invoice', 'ticket', 'tracking', 'calendar_uid'] as const;
/** A number or id by which a message names something (spec 2.6, `refs[]`). */
export interface Reference {
  kind: (typeof referenceKinds)[number];
  value: string;
}

/** The outcome of a message for one recipient. `bounce_type` follows the class of the status (RFC 3463). */
export interface ReportedRecipient {
  /** The same mailbox under its names, in lower case; none when a complaint hides whose it is. */
  addresses: string[];
  outcome: 'delivered' | 'deferred' | 'bounced' | 'complained';
  bounce_type: 'hard' | 'soft' | null;
  smtp_code: number | null;
  enhanced_code: string | null;
  smtp_response: string | null;
}

/** A delivery status notification (RFC 3464) or an abuse report (RFC 5965). */
export interface DeliveryReport {
  recipients: ReportedRecipient[];
  /** Of the returned message: its id with angle brackets, and where answers to it go. */
  messageId: string | null;
  replyTo: string | null;
}

export interface ParseOptions {
  /** MAIL FROM; '' is the null sender, which marks the message automated. */
  envelopeFrom?: string;
  /** Reads the header only; the message is flagged `parse_degraded`. */
  headersOnly?: boolean;
}

export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';
export type DkimResult = 'none' | 'pass' | 'fail' | 'policy' | 'neutral' | 'temperror' | 'permerror';
export type DmarcResult = 'none' | 'pass' | 'fail' | 'temperror' | 'permerror';
export type ArcResult = 'none' | 'pass' | 'fail';

/** The trust verdict of decisions.md section 3, "Message trust verdict". */
export type Verdict = 'pass' | 'fail' | 'unverified';

export interface Authentication {
  spf: SpfResult;
  dkim: DkimResult;
  dmarc: DmarcResult;
  arc: ArcResult;
  verdict: Verdict;
  /** Domain of the From address in lower-case ASCII; null when From does not name exactly one mailbox. */
  domain: string | null;
  /** Signed for its From domain with one of our own keys. */
  ownSigned: boolean;
  /** The newest set of an ARC chain that passed: who sealed it, and the author and DMARC result that it names. */
  arcSeal?: { sealer: string; author: string | null; dmarc: string };
  /** Why the verdict is not `pass`, in a few words for the log; null when it is. */
  reason: string | null;
  /** The details behind the results, for jobs that request them. */
  details?: AuthenticationDetails;
}

export interface AuthenticationDetails {
  /** `domain` is the one that SPF was asked for: of MAIL FROM, else of HELO. */
  spf: { result: SpfResult; domain: string; aligned: boolean };
  signatures: { result: DkimResult; domain: string; selector: string; aligned: boolean }[];
  /** `policy` is what applies to the author's domain, `policyDomain` where it is published; null without one. */
  dmarc: { result: DmarcResult; policy: string | null; policyDomain: string | null };
}

/** The part of the SMTP conversation that authentication needs. */
export interface Envelope {
  remoteAddress: string;
  heloName: string;
  /** MAIL FROM without angle brackets; '' for the null sender. */
  envelopeFrom: string;
}

export interface ParseJob extends Envelope {
  raw: Uint8Array;
  /** Mail that never left the deployment: its authentication is not looked up and reads `pass`. */
  trusted?: boolean;
  /** Our own key records by their DNS name (`selector._domainkey.domain`), which are not looked up in DNS. */
  ownKeys?: Readonly<Record<string, string>>;
  /** The time limit for all DNS lookups together, in milliseconds. The default is 10 s. */
  lookupMs?: number;
  /** Authenticates the message and reads nothing else of it. */
  onlyAuthentication?: boolean;
  /** Says what led to the results as well. */
  detailed?: boolean;
}

export interface ProcessedMessage {
  parsed: ParsedMessage;
  /** The real type and the risk of each of `parsed.attachments`, in their order. */
  inspections: Inspection[];
  authentication: Authentication;
  /** The verified statement about the agent that sent it, if there is one; found after the message was read. */
  agent?: AgentProof;
  /** The verdict of the built-in reader; null when it could not read it. */
  reading: MessageReading | null;
  /** Milliseconds of processor time that reading it took. */
  readMs: number;
}
