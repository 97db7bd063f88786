import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { id, line, pathId, timestamp } from '#kernel/operation/schema.ts';
import { commonOf, emptyDraft } from '../accept/draft.ts';
import { readRecipients } from '../accept/recipients.ts';
import { acceptedOnDisk, sendingErrors, sendingOperation, sendOrTry } from '../accept/sending-operation.ts';
import * as field from '../schema.ts';

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
    bcc: field.recipients.default([]).meta({ description: 'Recipients do not see these addresses.' }),
    subject: field.subject.default(''),
    text: field.body.optional().meta({ description: 'Derived from html when left out.' }),
    html: field.body.optional(),
    attachments: field.attachments,
    kind: field.kind,
    thread_id: id('thread')
      .optional()
      .meta({ description: 'The thread that the message continues, without quoting earlier messages.' }),
    from_address: line(320, 1)
      .optional()
      .meta({ description: 'An active address of the identity. The default is its primary address.' }),
    labels: field.labels,
    headers: field.customHeaders,
    metadata: field.messageMetadata,
    unsubscribe: z
      .strictObject({ url: line(900).optional(), mailto: line(320).optional() })
      .optional()
      .meta({
        description:
          'Sets List-Unsubscribe; an https url allows one-click unsubscribe. Without a url, a message to one ' +
          'recipient links to a page of this deployment on which the recipient unsubscribes. A message to several ' +
          'recipients needs a url.',
      }),
    consent: z.strictObject({ basis: line(200, 1), recorded_at: timestamp }).optional(),
    send_at: field.sendAt,
  }),
  run: (call, input) =>
    sendOrTry(call, input, () => ({
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
