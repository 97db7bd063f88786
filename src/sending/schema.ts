import { z } from 'zod';
import { limits } from '#kernel/limits.ts';
import { line, metadata, multiline } from '#kernel/schema.ts';
import { message } from '#messages/index.ts';

const MAX_BODY = limits.outboundMessage;

/** A recipient: an address, `Name <address>`, or both apart (interface-spec 4.6, rule 1). */
export const recipient = z
  .union([line(1024, 1), z.strictObject({ address: line(320, 1), name: line(256).nullable().optional() })])
  .meta({ id: 'Recipient', examples: ['ada@example.com', { address: 'ada@example.com', name: 'Ada' }] });

export const recipients = z.array(recipient).max(200);

export const subject = line(limits.subject);
export const body = multiline(MAX_BODY);

export const attachments = z
  .array(
    z.strictObject({
      filename: line(255, 1),
      content_type: line(255, 1).default('application/octet-stream'),
      content_base64: z.base64().max(2 * MAX_BODY),
      disposition: z.enum(['attachment', 'inline']).default('attachment'),
      content_id: line(250, 1).nullable().default(null),
    }),
  )
  .max(limits.attachmentsPerSend)
  .default([]);
export type AttachmentInput = z.output<typeof attachments>[number];

export const kind = z.enum(['transactional', 'marketing', 'auto_reply']).default('transactional');

export const labels = z.array(line(limits.labels.characters, 1)).max(limits.labels.perMessage).default([]);

export const customHeaders = z.record(z.string().max(200), z.string().max(4096)).default({});

export const messageMetadata = metadata.default({});

/** The 202 of every send: the message, and whether it is the answer to an earlier request with the same key. */
export const acceptedMessage = message.extend({ deduplicated: z.boolean() }).meta({ id: 'AcceptedMessage' });

/** What a dry run answers (interface-spec 4.6). */
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
  })
  .meta({ id: 'DryRunResult' });

export const dryRun = z.boolean().default(false).meta({
  description: 'Run every check and answer 200 without sending, storing or counting anything.',
});
