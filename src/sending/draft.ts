import type { IdentityRow } from '#identities/index.ts';
import type { Mailbox } from './compose/index.ts';
import type { AttachmentInput } from './schema.ts';

/** A message that somebody wants to send, whichever of the operations asked for it. */
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
  attachments: AttachmentInput[];
  kind: 'transactional' | 'marketing' | 'auto_reply';
  /** The thread that it continues, or null for a new one. */
  threadId: string | null;
  inReplyTo: string | null;
  references: string[];
  /** What it answers, for the rules of automatic replies. */
  answersAutomated: boolean;
  labels: string[];
  headers: Record<string, string>;
  metadata: Record<string, unknown>;
  unsubscribe: { url: string | null; mailto: string | null } | null;
  hasConsent: boolean;
};
