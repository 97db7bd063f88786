import { z } from 'zod';
import { mailbox, timestamp } from '#kernel/operation/schema.ts';
import { proofProblems } from '#kernel/operation/signed-mail.ts';
import { viewFields } from './view.ts';

/** Statuses of outbound messages, and of each of their recipients (spec 3.1). */
export const outboundStatuses = [
  'queued',
  'submitted',
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'rejected',
  'failed',
  'uncertain',
  'suppressed',
  'canceled',
  // Present only if a policy requires approval.
  'awaiting_approval',
] as const;
export type OutboundStatus = (typeof outboundStatuses)[number];

/** Message statuses, inbound (spec 3.2) and outbound. Only reviewers see mail with the three after `received`. */
export const messageStatuses = [
  'received',
  'quarantined',
  'hidden',
  'throttled',
  ...outboundStatuses,
] as const;

export const attachment = z
  .object({
    id: z.string(),
    filename: z.string().meta({ description: 'Untrusted text, but a safe file name.' }),
    content_type: z.string(),
    size: z.int(),
    disposition: z.enum(['attachment', 'inline']),
    content_id: z
      .string()
      .nullable()
      .meta({ description: 'The id that `cid:` links in the HTML use. Untrusted.' }),
    text_status: z.enum(['pending', 'ready', 'unavailable', 'skipped']),
    pages: z.int().nullable(),
    risk: z.string().nullable(),
  })
  .meta({ id: 'Attachment' });

export const trust = z
  .object({
    verdict: z.enum(['pass', 'fail', 'unverified']),
    spf: z.string(),
    dkim: z.string(),
    dmarc: z.string(),
    arc: z.string(),
    known_sender: z.boolean(),
    quarantined: z.boolean(),
    spam_score: z.number(),
    automated: z.boolean(),
    flags: z.array(z.string()),
    agent: z
      .object({
        proven: z.boolean(),
        problem: z.enum(proofProblems).nullable(),
        issuer: z.string().nullable().meta({ description: 'The host whose key signed these claims.' }),
        identity_id: z.string().nullable(),
        name: z.string().nullable(),
        organisation: z
          .string()
          .nullable()
          .meta({ description: 'The person or organisation that is responsible for the agent.' }),
        contact: z.string().nullable(),
        discloses_ai: z.boolean().nullable(),
      })
      .optional()
      .meta({
        id: 'AgentProof',
        description:
          'The verified content of the header Agent-Assertion; absent without that header. See docs/signed-mail.md.',
      }),
  })
  .meta({ id: 'Trust', description: 'How well DNS and signatures authenticate the sender of the message.' });
export type Trust = z.output<typeof trust>;

/** The reason for a risk flag (spec 2.6, decisions: Triage evidence). */
export const evidence = z
  .object({
    flag: z.string(),
    passage: z
      .string()
      .meta({ description: 'The passage in the message, at most 240 characters. Untrusted text.' }),
    part: z.enum(['subject', 'text', 'html_hidden', 'html_comment', 'attachment', 'header']),
    attachment_id: z.string().optional(),
    score: z.number(),
  })
  .meta({ id: 'TriageEvidence' });

export const triage = z
  .object({
    status: z.enum(['pending', 'done', 'skipped', 'failed']),
    reason: z.string().optional(),
    category: z.string().nullable(),
    needs_reply: z.number().nullable(),
    urgency: z.int().nullable(),
    summary: z.string().nullable(),
    language: z.string().nullable(),
    risk_flags: z.array(z.string()),
    evidence: z.array(evidence).meta({ description: 'The passages that caused the risk flags.' }),
    spam_probability: z.number().nullable().meta({ description: '0 to 1.' }),
    model: z.string().nullable(),
    version: z.string().nullable(),
  })
  .meta({ id: 'Triage' });
export type Triage = z.output<typeof triage>;

export const delivery = z
  .object({
    address: z.string(),
    field: z.enum(['to', 'cc', 'bcc']),
    status: z.string(),
    reason: z.string().nullable(),
    smtp_code: z.int().nullable(),
    enhanced_code: z.string().nullable(),
    bounce_type: z.enum(['hard', 'soft']).nullable(),
    updated_at: timestamp,
  })
  .meta({ id: 'Delivery' });

export type Delivery = z.output<typeof delivery>;

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired', 'canceled'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The approval that a message shows. The reviewer's view is in the room `approvals`. */
export const messageApproval = z
  .object({
    id: z.string(),
    status: z.enum(approvalStatuses),
    reasons: z.array(z.string()).meta({ description: 'Why a person had to approve the message.' }),
    comment: z.string().nullable().meta({ description: 'The comment of the person who decided.' }),
    edited: z.boolean().meta({ description: 'Whether a person changed the message before it was sent.' }),
    expires_at: timestamp,
  })
  .meta({ id: 'MessageApproval' });
export type MessageApproval = z.output<typeof messageApproval>;

/** A message in responses (spec 2.6). */
export const message = z
  .object({
    id: z.string(),
    thread_id: z.string(),
    identity_id: z.string(),
    direction: z.enum(['inbound', 'outbound']),
    status: z.string(),
    from: mailbox.nullable(),
    to: z.array(mailbox),
    cc: z.array(mailbox),
    bcc: z.array(mailbox),
    reply_to: z.array(mailbox),
    delivered_to: z.string().nullable(),
    is_primary_recipient: z.boolean(),
    subject: z.string().meta({ description: 'Untrusted text.' }),
    sent_at: timestamp.nullable(),
    received_at: timestamp.nullable(),
    send_at: timestamp.nullable().meta({ description: 'A scheduled message is `queued` until this time.' }),
    extracted_text: z.string().meta({ description: 'The text without quoted parts. Untrusted text.' }),
    text: z.string().nullable().meta({ description: 'The full text, only with `include=quoted`.' }),
    html: z.string().nullable().meta({ description: 'Sanitised HTML, only with `include=html`.' }),
    headers: z
      .array(z.tuple([z.string(), z.string()]))
      .optional()
      .meta({ description: 'Returned only with `include=headers`.' }),
    attachments: z.array(attachment),
    labels: z.array(z.string()),
    kind: z.enum(['normal', 'transactional', 'marketing', 'auto_reply']),
    is_read: z.boolean(),
    trust: trust.nullable(),
    triage,
    refs: z.array(z.object({ kind: z.string(), value: z.string() })),
    rfc_message_id: z.string(),
    in_reply_to: z.string().nullable(),
    deliveries: z.array(delivery).nullable(),
    quarantine_reason: z
      .string()
      .optional()
      .meta({ description: 'Why the message is quarantined; only on quarantined messages.' }),
    approval: messageApproval
      .optional()
      .meta({ description: 'Only on messages that a person had to approve.' }),
    flags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    created_at: timestamp,
    ...viewFields,
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof message>;
