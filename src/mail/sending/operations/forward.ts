import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { forwardDraft } from '../accept/forward-draft.ts';
import { acceptedOnDisk, sendingErrors, sendingOperation, sendOrTry } from '../accept/sending-operation.ts';
import * as field from '../schema.ts';

export const forwardMessage = defineOperation({
  ...sendingOperation,
  name: 'messages.forward',
  path: '/v1/identities/{identity_id}/messages/{message_id}/forward',
  summary: 'Forward a message',
  description:
    'Forwards a message in a new thread, with one `Fwd:` in the subject, and with the original header and text below yours. Its ' +
    'attachments are included unless `include_attachments` is false. A message that could not be parsed is ' +
    `attached as a whole. ${acceptedOnDisk}`,
  errors: [...sendingErrors, 'address_invalid', 'address_unsupported', 'message_not_found', 'raw_expired'],
  example: { to: ['ada@example.com'], text: 'What do you think?' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    dry_run: field.dryRun,
    to: field.recipients,
    text: field.body.optional(),
    include_attachments: z.boolean().default(true),
    attachments: field.attachments.meta({ description: 'Files in addition to those of the message.' }),
    send_at: field.sendAt,
  }),
  run: (call, input) => sendOrTry(call, input, () => forwardDraft(call, input)),
});
