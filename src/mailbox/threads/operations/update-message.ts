import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { changeMessages, mayReview, message, requireMessage, toMessage } from '#mailbox/messages/index.ts';
import { checkLabelCount, readerChange } from '../reader-change.ts';
import { lockThreadOf, recount } from '../repository.ts';

/** This operation is in the room `threads`, because a thread's labels and unread count change with its messages. */
export const updateMessage = defineOperation({
  name: 'messages.update',
  method: 'PATCH',
  path: '/v1/identities/{identity_id}/messages/{message_id}',
  summary: 'Label a message, or mark it as read or unread',
  description:
    'Removals come before additions. The labels and the unread count of the thread change at ' + 'once.',
  permission: 'messages:write',
  levels,
  target: identityTarget,
  errors: ['message_not_found'],
  example: { labels_add: ['order'], labels_remove: ['new'], read: true },
  input: z.strictObject({
    identity_id: pathId('identity'),
    message_id: pathId('message'),
    ...readerChange,
  }),
  responses: { 200: message },
  async run({ actor, target, db }, { message_id: messageId, identity_id: _identity, ...change }) {
    requireLive(target);
    const thread = await lockThreadOf(db, target.id, messageId);
    if (!thread) throw new AppError('message_not_found');
    await requireMessage(db, actor, target.id, messageId);
    const selection = { threadId: thread.id, messageId, review: mayReview(actor) };
    checkLabelCount(await changeMessages(db, selection, change));
    await recount(db, thread.id, null);
    return { status: 200, body: toMessage(await requireMessage(db, actor, target.id, messageId)) };
  },
});
