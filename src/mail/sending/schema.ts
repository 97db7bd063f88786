import { z } from 'zod';
import { limits } from '#kernel/catalogue/limits.ts';
import {
  id,
  labels as labelSet,
  line,
  mediaType,
  metadata,
  multiline,
  timestamp,
} from '#kernel/operation/schema.ts';
import { guardVerdict } from '#mail/guard/index.ts';
import { message } from '#mailbox/messages/index.ts';

/** A recipient: an address, `Name <address>`, or an object with both (spec 4.6, rule 1). */
export const recipient = z
  .union([line(1024, 1), z.strictObject({ address: line(320, 1), name: line(256).nullable().optional() })])
  .meta({ id: 'Recipient', examples: ['ada@example.com', { address: 'ada@example.com', name: 'Ada' }] });

/** More than this is a mistake in the request. Below it, the error names the policy's limit (`too_many_recipients`). */
const MAX_ENTRIES = 10_000;
export const recipients = z.array(recipient).max(MAX_ENTRIES);
export type RecipientFieldInput = z.output<typeof recipients>;

export const subject = line(limits.subject);
/** Only the size of the request limits it; a body that is too long for a message gives `message_too_large`. */
export const body = multiline(limits.requestBody);

const OCTETS = 'application/octet-stream';
const sources = ['content_base64', 'upload_id', 'message_id', 'url'] as const;
const oneOf = '`content_base64`, `upload_id`, `message_id` with `attachment_id`, or `url`';

/** One file: its bytes, or a reference to them (decisions-2, Files and views). Name and type default to the source's. */
export const attachment = z
  .strictObject({
    filename: line(255, 1)
      .optional()
      .meta({ description: 'Required with `content_base64`; files from other sources keep their own name.' }),
    content_type: mediaType.optional(),
    content_base64: z.base64().max(limits.requestBody).optional(),
    upload_id: id('upload')
      .optional()
      .meta({ description: 'The id of a file that was uploaded to this identity.' }),
    message_id: id('message').optional().meta({
      description: 'With `attachment_id`: a file of a message in this mailbox. Needs `attachments:read`.',
    }),
    attachment_id: id('attachment').optional(),
    url: line(2048, 1)
      .optional()
      .meta({ description: 'A public https URL that delivers the file within 10 seconds.' }),
    disposition: z.enum(['attachment', 'inline']).default('attachment'),
    content_id: line(250, 1).nullable().default(null),
  })
  .superRefine((given, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: path ? [path] : [], message });
    const present = sources.filter((source) => given[source] !== undefined);
    if (present.length === 0) refuse('', `Set one of ${oneOf}.`);
    for (const extra of present.slice(1)) refuse(extra, `Set only one of ${oneOf}.`);
    if (given.message_id !== undefined && given.attachment_id === undefined)
      refuse('attachment_id', 'Set attachment_id as well.');
    if (given.attachment_id !== undefined && given.message_id === undefined)
      refuse('attachment_id', 'Only with `message_id`.');
    if (given.content_base64 !== undefined && given.filename === undefined)
      refuse('filename', 'Set the name of the file.');
  })
  // The others have a type of their own.
  .overwrite((given) =>
    given.content_base64 === undefined ? given : { ...given, content_type: given.content_type ?? OCTETS },
  );
export type AttachmentInput = z.output<typeof attachment>;

export const attachments = z.array(attachment).max(limits.attachmentsPerSend).default([]);

export const kind = z.enum(['transactional', 'marketing', 'auto_reply']).default('transactional');

/** `checks.ts` compares it with the clock. */
export const sendAt = timestamp.optional().meta({
  description:
    'When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can ' +
    'be canceled.',
});

export const labels = labelSet.default([]);

/** The checks judge the names, because they have the right error codes. */
export const customHeaders = z.record(z.string(), z.string().max(4096)).default({});

export const messageMetadata = metadata.default({});

/** The 202 response of every send: the message, and whether an earlier request with the same key was answered so. */
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

/** The response of a dry run (spec 4.6). */
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
      .meta({ description: 'Only if a policy requires approval: whether the message would wait for it.' }),
    guard: guardVerdict.optional(),
  })
  .meta({ id: 'DryRunResult' });

export const dryRun = z.boolean().default(false).meta({
  description: 'Runs every check and returns 200 without sending, storing or counting anything.',
});
