import type { IdentityRow } from '#mailbox/identities/index.ts';
import type { MessageRow } from '#mailbox/messages/index.ts';
import type { Mailbox } from '../compose/index.ts';

/** An attachment of a draft: bytes from the request, or those of a received attachment, which are already stored. */
export type DraftAttachment = {
  id: string;
  filename: string;
  contentType: string;
  disposition: 'attachment' | 'inline';
  contentId: string | null;
  size: number;
  /** Null while the bytes are only in the blob `blobId`. */
  content: Uint8Array | null;
  blobId: string | null;
  /** The risk of a received attachment. A caller who may not open it in the original may not attach it either. */
  risk: string | null;
};

/** A message that somebody wants to send, by any of the operations. */
export type Draft = {
  identity: IdentityRow;
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  /** Null: the primary address. */
  fromAddress: string | null;
  subject: string;
  text: string | null;
  html: string | null;
  /** The forwarded message, below the sender's own text. */
  quoted: { text: string; html: string | null } | null;
  attachments: DraftAttachment[];
  kind: 'transactional' | 'marketing' | 'auto_reply';
  /** The thread that it continues, or null for a new one. */
  threadId: string | null;
  inReplyTo: string | null;
  references: string[];
  /** Set if the draft answers a message, for the rules of replies. `automated`: the answered message is automatic. */
  answers: { automated: boolean } | null;
  /** The answered or forwarded message with triage's findings; null if the draft is neither a reply nor a forward. */
  source: { message_id: string; risk_flags: string[]; is_forged: boolean } | null;
  labels: string[];
  headers: Record<string, string>;
  metadata: Record<string, unknown>;
  unsubscribe: { url: string | null; mailto: string | null } | null;
  hasConsent: boolean;
  /** The earliest time to send; null for now. */
  sendAt: Date | null;
};

/** Defaults of a draft. */
export const emptyDraft = {
  to: [],
  cc: [],
  bcc: [],
  fromAddress: null,
  text: null,
  html: null,
  quoted: null,
  attachments: [],
  kind: 'transactional',
  threadId: null,
  inReplyTo: null,
  references: [],
  answers: null,
  source: null,
  labels: [],
  headers: {},
  metadata: {},
  unsubscribe: null,
  hasConsent: false,
  sendAt: null,
} satisfies Partial<Draft>;

/** The findings about a message that is answered or forwarded. */
export const sourceOf = ({ id, triage, trust }: MessageRow): Draft['source'] => ({
  message_id: id,
  risk_flags: triage.risk_flags.filter((flag) => flag !== 'otp'),
  is_forged: trust?.verdict === 'fail',
});

/** The part of a draft that all four sending operations share; `sendOrTry` adds the files. */
export const commonOf = (input: {
  text?: string | undefined;
  html?: string | undefined;
  kind?: Draft['kind'] | undefined;
  send_at?: string | undefined;
}): Pick<Draft, 'text' | 'html' | 'kind' | 'sendAt'> => ({
  text: input.text ?? null,
  html: input.html ?? null,
  kind: input.kind ?? 'transactional',
  sendAt: input.send_at === undefined ? null : new Date(input.send_at),
});
