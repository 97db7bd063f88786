import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { forwardDraft } from '../forward.ts';
import * as field from '../schema.ts';
import { acceptedOnDisk, sendingErrors, sendingOperation, sendOrTry } from '../sending-operation.ts';

export const forwardMessage = defineOperation({
  ...sendingOperation,
  name: 'messages.forward',
  path: '/v1/identities/{identity_id}/messages/{message_id}/forward',
  summary: 'Forward a message',
  description:
    'Passes a message on with its header and text below yours, with one `Fwd:`, as a thread of its own. Its attachments go ' +
    `with it unless \`include_attachments\` is false; of a message that could not be taken apart, the whole original. ${acceptedOnDisk}`,
  errors: [
    ...sendingErrors,
    'address_invalid',
    'address_unsupported',
    'message_not_found',
    'permission_denied',
    'raw_expired',
  ],
  example: { to: ['ada@example.com'], text: 'What do you think?' },
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    dry_run: field.dryRun,
    to: field.recipients,
    text: field.body.optional(),
    include_attachments: z.boolean().default(true),
    send_at: field.sendAt,
  }),
  run: (call, input) => sendOrTry(call, input.dry_run, () => forwardDraft(call, input)),
});
