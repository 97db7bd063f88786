import { z } from 'zod';
import { addressesOf, identityTarget, requireLive } from '#identities/index.ts';
import { defineOperation } from '#kernel/operation.ts';
import { levels } from '#kernel/permissions.ts';
import { pathId } from '#kernel/schema.ts';
import { requireAnswerable } from '#messages/index.ts';
import { acceptSend, dryRunSend } from '../accept.ts';
import { answerDraft } from '../answer.ts';
import { replyRecipients } from '../compose/index.ts';
import * as field from '../schema.ts';

export const replyToMessage = defineOperation({
  name: 'messages.reply',
  method: 'POST',
  path: '/v1/identities/{identity_id}/messages/{message_id}/reply',
  summary: 'Reply to a message',
  description:
    'Answers the sender (or Reply-To) in the same thread, from the address that the message was sent to, with one `Re:`. ' +
    'Answers 202 when it is on disk; repeat a request that got no answer with the same Idempotency-Key.',
  permission: 'messages:send',
  levels,
  target: identityTarget,
  bucket: 'send',
  idempotency: 'required',
  idempotencyScope: 'identity',
  queryInputs: ['dry_run'],
  errors: [
    'message_not_found',
    'too_many_recipients',
    'auto_reply_not_allowed',
    'message_too_large',
    'identity_paused',
    'identity_owner_required',
    'test_mode_recipient',
    'marketing_requirements_missing',
    'domain_not_ready',
  ],
  example: { text: 'Thank you, it arrived.' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    dry_run: field.dryRun,
    text: field.body.optional(),
    html: field.body.optional(),
    attachments: field.attachments,
    kind: field.kind,
  }),
  responses: { 202: field.acceptedMessage, 200: field.dryRunResult },
  async run(call, input) {
    requireLive(call.target);
    const original = await requireAnswerable(call.db, call.actor, call.target.id, input.message_id);
    const own = await addressesOf(call.db, call.target.id);
    const to = replyRecipients(
      { from: original.from, replyTo: original.reply_to, to: original.to, cc: original.cc },
      own.map(({ address }) => address),
    );
    const draft = answerDraft(call.target, original, own, { ...input, to, cc: [] });
    if (input.dry_run) return { status: 200, body: await dryRunSend(call, draft) };
    return { status: 202, body: { ...(await acceptSend(call, draft)), deduplicated: false } };
  },
});
