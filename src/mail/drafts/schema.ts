import { z } from 'zod';
import { id, mailbox, metadata, timestamp } from '#kernel/operation/schema.ts';
import { sendFields } from '#mail/sending/index.ts';

export const draftModes = ['send', 'reply', 'reply_all', 'forward'] as const;
export type DraftMode = (typeof draftModes)[number];

const draftAttachment = z
  .object({
    id: z.string(),
    filename: z.string(),
    content_type: z.string(),
    size: z.int(),
    disposition: z.enum(['attachment', 'inline']),
    content_id: z.string().nullable(),
  })
  .meta({ id: 'DraftAttachment' });

/** A message that is being prepared (decisions: Drafts). */
export const draft = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    identity_id: z.string(),
    mode: z.enum(draftModes),
    thread_id: z.string().optional(),
    in_reply_to_message_id: z.string().optional(),
    to: z.array(mailbox),
    cc: z.array(mailbox),
    bcc: z.array(mailbox),
    subject: z.string(),
    text: z.string().nullable(),
    html: z
      .string()
      .nullable()
      .meta({ description: 'HTML as it was written, not sanitised: never render it.' }),
    attachments: z.array(draftAttachment),
    headers: z.record(z.string(), z.string()),
    metadata: z.record(z.string(), z.unknown()),
    version: z.int().meta({ description: 'Increases by one with each change.' }),
    created_at: timestamp,
    updated_at: timestamp,
    created_by: z.object({ type: z.enum(['key', 'user']), id: z.string() }),
  })
  .meta({ id: 'Draft' });

const keptAttachment = z
  .strictObject({ id: id('attachment').meta({ description: 'An attachment that the draft already has.' }) })
  .meta({ id: 'KeptAttachment' });
const newAttachment = sendFields.attachments.unwrap().element;

/** Only the content: recipients and bodies may be missing until the draft is sent. */
export const contentFields = {
  to: sendFields.recipients.optional(),
  cc: sendFields.recipients.optional(),
  bcc: sendFields.recipients.optional(),
  subject: sendFields.subject.optional(),
  text: sendFields.body.nullable().optional(),
  html: sendFields.body.nullable().optional(),
  headers: sendFields.customHeaders.unwrap().optional(),
  metadata: metadata.optional(),
};
export const newAttachments = z.array(newAttachment).max(sendFields.mostAttachments).optional();
export const changedAttachments = z
  .array(z.union([keptAttachment, newAttachment]))
  .max(sendFields.mostAttachments)
  .optional()
  .meta({ description: 'Replaces the list. `{id}` keeps an attachment that the draft already has.' });

export type NewAttachmentInput = NonNullable<z.output<typeof newAttachments>>[number];
export type AttachmentInput = NewAttachmentInput | z.output<typeof keptAttachment>;
