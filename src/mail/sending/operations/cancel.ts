import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { message, requireMessage, toMessage } from '#mailbox/messages/index.ts';
import { giveBack } from '../caps.ts';
import { cancelSend } from '../transition.ts';

export const cancelMessage = defineOperation({
  name: 'messages.cancel',
  method: 'POST',
  path: '/v1/identities/{identity_id}/messages/{message_id}/cancel',
  summary: 'Cancel a message that waits to be sent',
  description:
    'Possible while the message is `queued` and no attempt to hand it over has begun: for scheduled messages until `send_at`. ' +
    'It gives back what the message took of the daily caps.',
  permission: 'messages:send',
  levels,
  target: identityTarget,
  errors: ['message_not_found', 'not_cancelable'],
  input: z.strictObject({ identity_id: pathId('identity'), message_id: pathId('message') }),
  responses: { 200: message },
  async run({ db, actor, target, services }, { message_id }) {
    requireLive(target);
    await requireMessage(db, actor, target.id, message_id);
    await cancelSend(services, db, message_id);
    await giveBack(db, message_id);
    return { status: 200, body: toMessage(await requireMessage(db, actor, target.id, message_id)) };
  },
});
