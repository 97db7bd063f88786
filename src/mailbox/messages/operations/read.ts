import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { requireMessage } from '../access.ts';
import { makeFence, toAgentMessage } from '../agent-view.ts';
import { messageTarget } from '../message-target.ts';
import { recordReads } from '../model-reads.ts';
import { message } from '../schema.ts';
import { toMessage } from '../serialize.ts';
import { view } from '../view.ts';

export const readMessage = defineOperation({
  name: 'messages.get',
  method: 'GET',
  path: '/v1/identities/{identity_id}/messages/{message_id}',
  summary: 'Read a message',
  description:
    'Returns the message with its attachments and, for a sent message, the delivery to each recipient. ' +
    '`extracted_text` is the text without quoted parts. Add `include=quoted` for the full text, `html` for ' +
    'sanitised HTML, or `headers` for the header fields. With `view=agent` the text is safe to show to a model.',
  permission: 'messages:read',
  levels,
  target: messageTarget,
  errors: ['message_not_found'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    include: z
      .array(z.enum(['html', 'headers', 'quoted']))
      .default([])
      .meta({ description: 'Additional parts to return, separated by commas.' }),
    view,
  }),
  responses: { 200: message },
  async run({ actor, target, db, services }, { message_id, include, view }) {
    const row =
      (await target.early) ??
      (await requireMessage(db, actor, target.id, message_id, {
        quoted: include.includes('quoted'),
        html: include.includes('html') || view === 'agent',
        headers: include.includes('headers'),
      }));
    recordReads(services, actor, [{ message_id: row.id, identity_id: row.identity_id }]);
    return { status: 200, body: view === 'agent' ? toAgentMessage(row, makeFence()) : toMessage(row) };
  },
});
