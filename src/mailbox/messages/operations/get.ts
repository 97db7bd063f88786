import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { requireMessage } from '../access.ts';
import { message } from '../schema.ts';
import { toMessage } from '../serialize.ts';

export const getMessage = defineOperation({
  name: 'messages.get',
  method: 'GET',
  path: '/v1/identities/{identity_id}/messages/{message_id}',
  summary: 'Read a message',
  description:
    'Returns the message with its attachments and, for a sent message, the delivery to each recipient. ' +
    '`extracted_text` is the text without quoted parts. Add `include=quoted` for the full text, `html` for ' +
    'sanitised HTML, or `headers` for the header fields.',
  permission: 'messages:read',
  levels,
  target: mailboxTarget,
  errors: ['message_not_found'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    include: z
      .array(z.enum(['html', 'headers', 'quoted']))
      .default([])
      .meta({ description: 'Additional parts to return, separated by commas.' }),
  }),
  responses: { 200: message },
  async run({ actor, target, db }, { message_id, include }) {
    const row = await requireMessage(db, actor, target.id, message_id, {
      quoted: include.includes('quoted'),
      html: include.includes('html'),
      headers: include.includes('headers'),
    });
    return { status: 200, body: toMessage(row) };
  },
});
