import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { identityTarget, requireLive } from '#mailbox/identities/index.ts';
import { changeMessages, mayReview } from '#mailbox/messages/index.ts';
import { checkLabelCount, readerChange } from '../reader-change.ts';
import { findThread, lockThreads, recount } from '../repository.ts';
import { threadSummary } from '../schema.ts';
import { serializeSummary } from '../serialize.ts';

export const updateThread = defineOperation({
  name: 'threads.update',
  method: 'PATCH',
  path: '/v1/identities/{identity_id}/threads/{thread_id}',
  summary: 'Label, archive or mark a thread',
  description:
    'Labels and the read state apply to every message of the thread that the key can see; sent messages stay ' +
    'read. Labels are removed before others are added. An archived thread returns to the inbox when new mail ' +
    'arrives in it.',
  permission: 'messages:write',
  levels,
  target: identityTarget,
  errors: ['thread_not_found'],
  example: { labels_add: ['order'], labels_remove: ['new'], read: true, archived: false },
  input: z.strictObject({
    identity_id: pathId('identity'),
    thread_id: pathId('thread'),
    ...readerChange,
    archived: z.boolean().optional(),
  }),
  responses: { 200: threadSummary },
  async run({ actor, target, db }, { thread_id: threadId, identity_id: _identity, archived, ...change }) {
    requireLive(target);
    const review = mayReview(actor);
    await lockThreads(db, [threadId]);
    if (!(await findThread(db, target.id, threadId, review))) throw new AppError('thread_not_found');
    checkLabelCount(await changeMessages(db, { threadId, messageId: null, review }, change));
    await recount(db, threadId, archived ?? null);
    const thread = await findThread(db, target.id, threadId, review);
    return { status: 200, body: serializeSummary(thread!, review) };
  },
});
