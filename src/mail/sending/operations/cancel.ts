import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { callerId } from '#kernel/operation/actor.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { message, requireMessage, toMessage } from '#mailbox/messages/index.ts';
import { giveBack } from '../accept/caps.ts';
import { cancelSend } from '../transition/transition.ts';

export const cancelMessage = defineOperation({
  name: 'messages.cancel',
  method: 'POST',
  path: '/v1/identities/{identity_id}/messages/{message_id}/cancel',
  summary: 'Cancel a message that is waiting to be sent',
  description:
    'A message can be canceled while it is `queued` and no attempt to send it has begun. A scheduled ' +
    'message can be canceled until `send_at`. A canceled message no longer counts against the daily caps. Canceling a message that ' +
    'waits for approval withdraws the request for approval.',
  permission: 'messages:send',
  levels,
  target: identityTarget,
  errors: ['message_not_found', 'not_cancelable'],
  input: z.strictObject({ identity_id: pathId('identity'), message_id: pathId('message') }),
  responses: { 200: message },
  async run({ db, actor, target, services }, { message_id }) {
    requireLive(target);
    await requireMessage(db, actor, target.id, message_id);
    const by = { type: actor.key_id === null ? 'user' : 'key', id: callerId(actor) } as const;
    await cancelSend(services, db, message_id, by);
    await giveBack(db, message_id);
    return { status: 200, body: toMessage(await requireMessage(db, actor, target.id, message_id)) };
  },
});
