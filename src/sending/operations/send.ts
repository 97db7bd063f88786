import { z } from 'zod';
import { identityTarget, requireLive } from '#identities/index.ts';
import { defineOperation } from '#kernel/operation.ts';
import { levels } from '#kernel/permissions.ts';
import { id, line, pathId, timestamp } from '#kernel/schema.ts';
import { acceptSend, dryRunSend } from '../accept.ts';
import { readRecipients } from '../recipients.ts';
import * as field from '../schema.ts';

export const sendMessage = defineOperation({
  name: 'messages.send',
  method: 'POST',
  path: '/v1/identities/{identity_id}/messages',
  summary: 'Send a message',
  description:
    'Accepts a message and answers 202 when it is on disk. Repeat a request that got no answer with the same Idempotency-Key: ' +
    'it is never sent twice. `status` and `deliveries` tell what becomes of it.',
  permission: 'messages:send',
  levels,
  target: identityTarget,
  bucket: 'send',
  idempotency: 'required',
  idempotencyScope: 'identity',
  queryInputs: ['dry_run'],
  errors: [
    'address_invalid',
    'address_unsupported',
    'too_many_recipients',
    'header_not_allowed',
    'marketing_requirements_missing',
    'transport_unavailable',
    'auto_reply_not_allowed',
    'message_too_large',
    'identity_paused',
    'identity_owner_required',
    'domain_not_ready',
    'thread_not_found',
    'test_mode_recipient',
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
    unsubscribe: z.strictObject({ url: line(900).optional(), mailto: line(320).optional() }).optional(),
    consent: z.strictObject({ basis: line(200, 1), recorded_at: timestamp }).optional(),
  }),
  responses: { 202: field.acceptedMessage, 200: field.dryRunResult },
  async run(call, input) {
    requireLive(call.target);
    const { unsubscribe } = input;
    const draft = {
      ...readRecipients(input),
      identity: call.target,
      fromAddress: input.from_address ?? null,
      subject: input.subject,
      text: input.text ?? null,
      html: input.html ?? null,
      attachments: input.attachments,
      kind: input.kind,
      threadId: input.thread_id ?? null,
      inReplyTo: null,
      references: [],
      answersAutomated: false,
      labels: input.labels,
      headers: input.headers,
      metadata: input.metadata,
      unsubscribe: unsubscribe ? { url: unsubscribe.url ?? null, mailto: unsubscribe.mailto ?? null } : null,
      hasConsent: input.consent !== undefined,
    };
    if (input.dry_run) return { status: 200, body: await dryRunSend(call, draft) };
    return { status: 202, body: { ...(await acceptSend(call, draft)), deduplicated: false } };
  },
});
