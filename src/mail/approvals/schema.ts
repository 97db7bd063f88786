import { z } from 'zod';
import { line, mailbox, multiline, timestamp } from '#kernel/operation/schema.ts';
import { guardVerdict, provenance } from '#mail/guard/index.ts';
import { sendFields } from '#mail/sending/index.ts';
import { approvalStatuses, message } from '#mailbox/messages/index.ts';

const evidence = z
  .object({
    reason: z.string(),
    text: z.string().meta({ description: 'Untrusted text: it may quote mail.' }),
    source_message_id: z.string().optional(),
    at: timestamp.optional(),
  })
  .meta({ id: 'ApprovalEvidence' });

const decider = z.object({ type: z.enum(['key', 'user']), id: z.string() });

/** A send that a person decides about (decisions: Approval). */
export const approval = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    identity_id: z.string(),
    message_id: z.string(),
    status: z.enum(approvalStatuses),
    reasons: z.array(z.string()),
    evidence: z.array(evidence),
    subject: z.string().meta({ description: 'Untrusted text.' }),
    to: z.array(mailbox),
    requested_at: timestamp,
    requested_by: decider,
    decided_at: timestamp.nullable(),
    decided_by: decider
      .nullable()
      .meta({ description: 'Null while the message waits, and if nobody decided in time.' }),
    comment: z.string().nullable(),
    batch: z
      .string()
      .nullable()
      .meta({ description: 'The name of the batch in which it was approved or rejected.' }),
    expires_at: timestamp,
    edited: z.boolean(),
    content_sha256: z.string().meta({
      description: 'SHA-256 of the composed message and its recipients. Send it with your decision.',
    }),
  })
  .meta({ id: 'Approval' });

const version = z
  .object({
    to: z.array(mailbox),
    cc: z.array(mailbox),
    bcc: z.array(mailbox),
    subject: z.string(),
    text: z.string().nullable(),
    html: z.string().nullable(),
  })
  .meta({ id: 'MessageVersion' });

export const approvalWithMessage = approval
  .extend({
    message: message.meta({ description: 'The whole message, as it is sent once it is approved.' }),
    original: version.nullable().meta({ description: 'The requested message, before a person edited it.' }),
    provenance: z.array(provenance).meta({
      description:
        'At most 10 messages that the same key had read before the request; those from which this message contains something come first.',
    }),
  })
  .meta({ id: 'ApprovalWithMessage' });

/** The response to an approval, which sends the message. */
export const approvedSend = approval
  .extend({
    guard: guardVerdict
      .optional()
      .meta({ description: 'What the guard finds in the edited version. Only with `edit`.' }),
  })
  .meta({ id: 'ApprovedSend' });

export const comment = multiline(2_000);
export const seenHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Use a SHA-256 hash in hexadecimal.')
  .meta({
    description:
      '`content_sha256` of the approval that you saw. If the message has changed since, the answer is ' +
      '`409 approval_content_changed`.',
  });

export const edit = z.strictObject({
  to: sendFields.recipients.optional(),
  cc: sendFields.recipients.optional(),
  bcc: sendFields.recipients.optional(),
  subject: sendFields.subject.optional(),
  text: sendFields.body.optional(),
  html: sendFields.body.optional(),
});

export const batchName = line(120, 1);
