import type { Risk } from '#content/files/index.ts';
import type { Category, RiskFlag } from '#content/reading/message.ts';
import type { MessageFlag } from '#mailbox/messages/index.ts';
import type { FileType } from '#search/grammar/values.ts';
import type { Message } from '../data/trpc.ts';
import { asWords, labelOf } from './label-of.ts';

/** The categories that triage assigns. */
export const categoryLabels: Record<Category, string> = {
  personal: 'Personal',
  support: 'Support',
  sales: 'Sales',
  billing: 'Billing',
  scheduling: 'Scheduling',
  notification: 'Notification',
  newsletter: 'Newsletter',
  verification: 'Verification',
  bounce: 'Bounce',
  spam: 'Spam',
  other: 'Other',
};

export const categoryLabel = (category: string): string =>
  labelOf(categoryLabels, category) ?? asWords(category);

export const riskFlags: Record<RiskFlag, { name: string; meaning: string }> = {
  prompt_injection: {
    name: 'Prompt injection',
    meaning: 'It tries to steer the agent that reads it.',
  },
  credential_request: { name: 'Asks for a password', meaning: 'It asks for a password or a code.' },
  payment_request: {
    name: 'Asks for a payment',
    meaning: 'It asks for a payment, or for a change of bank details.',
  },
  phishing_link: { name: 'Misleading link', meaning: 'A link does not lead where it says it does.' },
  impersonation: { name: 'Impersonation', meaning: 'The sender is probably not who it claims to be.' },
  attachment_risk: { name: 'Risky attachment', meaning: 'An attachment may be dangerous.' },
  otp: { name: 'One-time code', meaning: 'It contains a one-time code.' },
};

/** The part of the message with the passage that caused a risk flag. */
export const evidenceParts: Record<Message['triage']['evidence'][number]['part'], string> = {
  subject: 'In the subject',
  text: 'In the text',
  html_hidden: 'Hidden from readers',
  html_comment: 'In a comment that readers do not see',
  attachment: 'In an attachment',
  header: 'In the sender line',
};

/** Flags of a message, received or sent. */
export const messageFlags: Record<MessageFlag, { name: string; meaning: string }> = {
  sent_via_fallback: {
    name: 'Sent from the platform address',
    meaning: 'It was sent from the platform address because the domain was not ready.',
  },
  parse_degraded: {
    name: 'Partly unreadable',
    meaning: 'Some parts could not be read. The original message has them.',
  },
  encrypted: { name: 'Encrypted', meaning: 'It is encrypted, so nobody here can read it.' },
  message_id_conflict: {
    name: 'Duplicate Message-ID',
    meaning: 'Another message has the same Message-ID.',
  },
  reprocessed: { name: 'Processed again', meaning: 'It was processed a second time.' },
  reconciled: {
    name: 'Confirmed later',
    meaning: 'The mail provider reported later whether it was sent.',
  },
  bcc: { name: 'Blind copy', meaning: 'This mailbox received a blind copy.' },
  captured: {
    name: 'Captured, not sent',
    meaning: 'This deployment keeps outgoing mail for its operator. Nobody outside received it.',
  },
  loopback: { name: 'Internal', meaning: 'It never left this deployment.' },
  body_truncated: { name: 'Shortened', meaning: 'The text was too long and was cut off.' },
};

/** Why an attachment may be dangerous. */
export const fileRisks: Record<Risk, string> = {
  archive_bomb: 'It unpacks to far more than its size suggests, to do harm.',
  double_extension: 'It is a program that looks like a document.',
  executable: 'It is a program.',
  macro: 'It contains macros, which can run programs.',
  encrypted_archive: 'It is an archive with a password, so nobody could check it.',
  type_mismatch: 'It is not what its name says.',
};

export const fileTypes: Record<FileType, string> = {
  pdf: 'PDF',
  office: 'Office document',
  image: 'Image',
  text: 'Plain text',
  html: 'HTML',
  archive: 'Archive',
  calendar: 'Calendar',
  audio: 'Audio',
  video: 'Video',
};
