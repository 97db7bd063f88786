import { z } from 'zod';
import { limits } from '#kernel/catalogue/limits.ts';
import { labels as labelSet, line, metadata, multiline, timestamp } from '#kernel/operation/schema.ts';
import { guardVerdict } from '#mail/guard/index.ts';
import { message } from '#mailbox/messages/index.ts';

/** A recipient: an address, `Name <address>`, or both apart (spec 4.6, rule 1). */
export const recipient = z
  .union([line(1024, 1), z.strictObject({ address: line(320, 1), name: line(256).nullable().optional() })])
  .meta({ id: 'Recipient', examples: ['ada@example.com', { address: 'ada@example.com', name: 'Ada' }] });

/** More than this is a mistake; up to it the policy's own limit is told (`too_many_recipients`). */
const MAX_ENTRIES = 10_000;
export const recipients = z.array(recipient).max(MAX_ENTRIES);
export type RecipientFieldInput = z.output<typeof recipients>;

export const subject = line(limits.subject);
/** No limit but the request's: a body too long for a message is `message_too_large`. */
export const body = multiline(limits.requestBody);

/** `type/subtype` with its parameters (RFC 2045 section 5.1): ASCII, as it stands in header fields of mail and HTTP. */
const contentType = z
  .string()
  .min(3)
  .max(255, { abort: true })
  .regex(
    /^[A-Za-z0-9_!#$&^.+-]{1,127}\/[A-Za-z0-9_!#$&^.+-]{1,127} *(;[\x20-\x7e]*)?$/,
    'Must be a media type such as text/plain; charset=utf-8.',
  );

export const attachments = z
  .array(
    z.strictObject({
      filename: line(255, 1),
      content_type: contentType.default('application/octet-stream'),
      content_base64: z.base64().max(limits.requestBody),
      disposition: z.enum(['attachment', 'inline']).default('attachment'),
      content_id: line(250, 1).nullable().default(null),
    }),
  )
  .max(limits.attachmentsPerSend)
  .default([]);
export type AttachmentInput = z.output<typeof attachments>[number];

export const kind = z.enum(['transactional', 'marketing', 'auto_reply']).default('transactional');

/** Held against the clock by the checks. */
export const sendAt = timestamp.optional().meta({
  description:
    'When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can ' +
    'be canceled.',
});

export const labels = labelSet.default([]);

/** Names are judged by the checks, which know the right code. */
export const customHeaders = z.record(z.string(), z.string().max(4096)).default({});

export const messageMetadata = metadata.default({});

/** The 202 of every send: the message, and whether it is the answer to an earlier request with the same key. */
export const acceptedMessage = message
  .extend({ deduplicated: z.boolean(), guard: guardVerdict.optional() })
  .meta({ id: 'AcceptedMessage' });

/** Fields of a send, for the rooms that prepare one. */
export const sendFields = {
  recipients,
  subject,
  body,
  attachments,
  customHeaders,
  mostAttachments: limits.attachmentsPerSend,
} as const;

/** What a dry run answers (spec 4.6). */
export const dryRunResult = z
  .object({
    would_send: z.literal(true),
    recipients: z.array(
      z.object({
        address: z.string(),
        field: z.enum(['to', 'cc', 'bcc']),
        status: z.enum(['queued', 'suppressed']),
        reason: z.string().nullable(),
      }),
    ),
    approval: z
      .object({ required: z.boolean(), reasons: z.array(z.string()) })
      .optional()
      .meta({ description: 'Only where a policy asks for approval: whether the message would wait for it.' }),
    guard: guardVerdict.optional(),
  })
  .meta({ id: 'DryRunResult' });

export const dryRun = z.boolean().default(false).meta({
  description: 'Runs every check and returns 200 without sending, storing or counting anything.',
});
