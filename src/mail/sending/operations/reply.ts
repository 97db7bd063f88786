import { defineOperation } from '#kernel/operation/operation.ts';
import { answerDraft } from '../accept/reply-draft.ts';
import { acceptedOnDisk, answeringOperation, sendOrTry } from '../accept/sending-operation.ts';

export const replyToMessage = defineOperation({
  ...answeringOperation,
  name: 'messages.reply',
  path: '/v1/identities/{identity_id}/messages/{message_id}/reply',
  summary: 'Reply to a message',
  description:
    'Replies to the sender (or Reply-To) in the same thread, from the address that received the message, ' +
    `with a single \`Re:\`. ${acceptedOnDisk}`,
  run: (call, input) => sendOrTry(call, input, () => answerDraft(call, 'sender', input)),
});
