import { z } from 'zod';
import { mailbox, timestamp } from '#kernel/operation/schema.ts';

/** Parts that payloads of several event types share. */

/** The summary of a message in events: never its text (spec 6.4, last paragraph). */
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
 * The beginning of a text that fits into a number of bytes of UTF-8, cut between two characters, and whether anything
 * is missing (policy `webhook_text_bytes`).
 */
export function cutText(
  text: string,
  maxBytes: number,
): { extracted_text: string; extracted_text_truncated: boolean } {
  // Each character takes at least a byte, so it is enough to measure the beginning.
  const beginning = text.length > maxBytes ? text.slice(0, maxBytes + 1) : text;
  if (beginning === text && Buffer.byteLength(text) <= maxBytes)
    return { extracted_text: text, extracted_text_truncated: false };
  const bytes = Buffer.from(beginning);
  let end = Math.min(maxBytes, bytes.length);
  // A byte 10xxxxxx continues a character (RFC 3629): the cut goes before the one that it would split.
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return { extracted_text: bytes.toString('utf8', 0, end), extracted_text_truncated: true };
}
