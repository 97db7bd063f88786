import { z } from 'zod';
import { mailbox, timestamp } from '#kernel/operation/schema.ts';

// Parts that the payloads of several event types share.

/** The summary of a message in events. It never contains the text (spec 6.4, last paragraph). */
export const messageSummary = z
  .object({
    id: z.string(),
    thread_id: z.string(),
    direction: z.enum(['inbound', 'outbound']),
    status: z.string(),
    from: mailbox.nullable(),
    to: z.array(mailbox),
    cc: z.array(mailbox),
    delivered_to: z.string().nullable(),
    is_primary_recipient: z.boolean(),
    subject: z.string(),
    sent_at: timestamp.nullable(),
    received_at: timestamp.nullable(),
    kind: z.string(),
    labels: z.array(z.string()),
    in_reply_to: z.string().nullable(),
    flags: z.array(z.string()),
  })
  .meta({ id: 'MessageSummary', description: 'Subject and names are untrusted text.' });

export const attachmentSummary = z.object({
  id: z.string(),
  filename: z.string(),
  content_type: z.string(),
  size: z.int(),
});

/**
 * Cuts a text between two characters so that it takes at most this many bytes of UTF-8, and says whether it was cut (policy
 * `webhook_text_bytes`).
 */
export function cutText(
  text: string,
  maxBytes: number,
): { extracted_text: string; extracted_text_truncated: boolean } {
  // Each character takes at least one byte, so only the beginning needs to be measured.
  const beginning = text.length > maxBytes ? text.slice(0, maxBytes + 1) : text;
  if (beginning === text && Buffer.byteLength(text) <= maxBytes)
    return { extracted_text: text, extracted_text_truncated: false };
  const bytes = Buffer.from(beginning);
  let end = Math.min(maxBytes, bytes.length);
  // A byte 10xxxxxx continues a character (RFC 3629), so the cut moves back to the start of that character.
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return { extracted_text: bytes.toString('utf8', 0, end), extracted_text_truncated: true };
}
