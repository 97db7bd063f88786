import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { message, requireMessage, toMessage } from '#mailbox/messages/index.ts';
import { triageAgain } from '../request.ts';

export const rerunTriage = defineOperation({
  name: 'messages.triage',
  method: 'POST',
  path: '/v1/identities/{identity_id}/messages/{message_id}/triage',
  summary: 'Triage a message again',
  description:
    'Answers 202 with the message, its triage `pending`; read it again for the result. What you sent yourself is not ' +
    'triaged and comes back unchanged.',
  permission: 'messages:write',
  levels,
  target: identityTarget,
  errors: ['message_not_found'],
  input: z.strictObject({ identity_id: pathId('identity'), message_id: pathId('message') }),
  responses: { 202: message },
  async run({ actor, target, db }, { message_id: messageId }) {
    requireLive(target);
    await requireMessage(db, actor, target.id, messageId);
    await triageAgain(db, messageId);
    return { status: 202, body: toMessage(await requireMessage(db, actor, target.id, messageId)) };
  },
});
