import { defineOperation } from '#kernel/operation/operation.ts';
import { answerDraft } from '../accept/reply-draft.ts';
import { acceptedOnDisk, answeringOperation, sendOrTry } from '../accept/sending-operation.ts';

export const replyToAll = defineOperation({
  ...answeringOperation,
  name: 'messages.reply_all',
  path: '/v1/identities/{identity_id}/messages/{message_id}/reply-all',
  summary: 'Reply to all recipients of a message',
  description:
    'Replies to the sender and to every To and Cc recipient of the original, except the identity itself. ' +
    `${acceptedOnDisk}`,
  run: (call, input) => sendOrTry(call, input, () => answerDraft(call, 'everybody', input)),
});
