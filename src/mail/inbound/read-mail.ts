import { parseMessage } from '#content/mime/index.ts';

/** Parsing goes on the main thread here, so no more of a message is read than takes a moment. */
const READ_BYTES = 512 * 1024;

export type MailContent = {
  subject: string;
  from: string;
  text: string;
  /** Sanitised. */
  html: string | null;
  attachments: { filename: string; content_type: string; size: number }[];
  /** It is longer than what was read of it. */
  truncated: boolean;
};

/** What a message of our own making says, for a person to look at. Never throws. */
export function readMail(raw: Uint8Array): MailContent {
  const { subject, from, text, html, attachments } = parseMessage(raw.subarray(0, READ_BYTES));
  return {
    subject,
    from: from?.address ?? '',
    text,
    html,
    attachments: attachments.map(({ filename, contentType, size }) => ({
      filename,
      content_type: contentType,
      size,
    })),
    truncated: raw.length > READ_BYTES,
  };
}

/** The subject alone, from the beginning of a message. */
export const readSubject = (head: Uint8Array): string => parseMessage(head, { headersOnly: true }).subject;
