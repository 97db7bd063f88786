import { parseMessage } from '#content/mime/index.ts';

/** Parsing runs on the main thread here, so only this much of a message is read. */
const READ_BYTES = 512 * 1024;

export type MailContent = {
  subject: string;
  from: string;
  text: string;
  /** Sanitised. */
  html: string | null;
  attachments: { filename: string; content_type: string; size: number }[];
  /** Whether the message is longer than the part that was read. */
  truncated: boolean;
};

/** Reads a message that the deployment composed, for a person to look at. Never throws. */
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
