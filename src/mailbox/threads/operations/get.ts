import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { listThreadMessages, mayReview, message, toMessage } from '#mailbox/messages/index.ts';
import { findThread } from '../repository.ts';
import { threadSummary, toSummary } from '../serialize.ts';

const threadWithMessages = threadSummary
  .extend({ messages: z.array(message), next_cursor: z.string().nullable() })
  .meta({ id: 'Thread' });

export const getThread = defineOperation({
  name: 'threads.get',
  method: 'GET',
  path: '/v1/identities/{identity_id}/threads/{thread_id}',
  summary: 'Read a thread',
  description:
    'Returns the thread with its messages, oldest first. `next_cursor` leads to the following messages.',
  permission: 'messages:read',
  levels,
  target: mailboxTarget,
  errors: ['thread_not_found', 'cursor_expired'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    thread_id: pathId('thread'),
    messages_limit: pageInput.limit.meta({ description: 'Number of messages per page.' }),
    include_quoted: z.boolean().default(false).meta({ description: 'Adds the full `text` of each message.' }),
    cursor: pageInput.cursor,
  }),
  responses: { 200: threadWithMessages },
  async run(call, { thread_id, messages_limit, include_quoted, cursor }) {
    const review = mayReview(call.actor);
    const page = openPage(call, 'threads.get', { limit: messages_limit, cursor, thread_id, include_quoted });
    const thread = await findThread(call.db, call.target.id, thread_id, review);
    if (!thread) throw new AppError('thread_not_found');
    const rows = await listThreadMessages(call.db, thread.id, {
      review,
      quoted: include_quoted,
      html: false,
      headers: false,
      afterId: (page.after?.[0] as string | undefined) ?? null,
      take: page.take,
    });
    const { data, next_cursor } = page.answer(rows, toMessage, (row) => [row.id]);
    return { status: 200, body: { ...toSummary(thread, review), messages: data, next_cursor } };
  },
});
