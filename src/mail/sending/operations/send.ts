import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { id, line, pathId, timestamp } from '#kernel/operation/schema.ts';
import { commonOf, emptyDraft } from '../draft.ts';
import { readRecipients } from '../recipients.ts';
import * as field from '../schema.ts';
import { acceptedOnDisk, sendingErrors, sendingOperation, sendOrTry } from '../sending-operation.ts';

export const sendMessage = defineOperation({
  ...sendingOperation,
  name: 'messages.send',
  path: '/v1/identities/{identity_id}/messages',
  summary: 'Send a message',
  description: `Accepts a message. ${acceptedOnDisk}`,
  errors: [
    ...sendingErrors,
    'address_invalid',
    'address_unsupported',
    'header_not_allowed',
    'marketing_requirements_missing',
    'transport_unavailable',
    'auto_reply_not_allowed',
    'thread_not_found',
  ],
  example: { to: ['ada@example.com'], subject: 'Your order', text: 'It is on its way.' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    dry_run: field.dryRun,
    to: field.recipients.default([]),
    cc: field.recipients.default([]),
    bcc: field.recipients.default([]).meta({ description: 'Never on the wire.' }),
    subject: field.subject.default(''),
    text: field.body.optional().meta({ description: 'Derived from html when missing.' }),
    html: field.body.optional(),
    attachments: field.attachments,
    kind: field.kind,
    thread_id: id('thread').optional().meta({ description: 'Continues this thread without quoting.' }),
    from_address: line(320, 1)
      .optional()
      .meta({ description: 'An active address of the identity; the primary when missing.' }),
    labels: field.labels,
    headers: field.customHeaders,
    metadata: field.messageMetadata,
    unsubscribe: z
      .strictObject({ url: line(900).optional(), mailto: line(320).optional() })
      .optional()
      .meta({
        description:
          'Sets List-Unsubscribe, with one click for an https url. Without a url a message to one recipient gets a page of ' +
          'ours, which suppresses the recipient; with several recipients give one.',
      }),
    consent: z.strictObject({ basis: line(200, 1), recorded_at: timestamp }).optional(),
    send_at: field.sendAt,
  }),
  run: (call, input) =>
    sendOrTry(call, input.dry_run, () => ({
      ...emptyDraft,
      ...commonOf(input),
      ...readRecipients(input),
      identity: call.target,
      fromAddress: input.from_address ?? null,
      subject: input.subject,
      threadId: input.thread_id ?? null,
      labels: input.labels,
      headers: input.headers,
      metadata: input.metadata,
      unsubscribe: input.unsubscribe
        ? { url: input.unsubscribe.url ?? null, mailto: input.unsubscribe.mailto ?? null }
        : null,
      hasConsent: input.consent !== undefined,
    })),
});
