import { z } from 'zod';
import { safeLine } from '#content/safe-view/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import {
  type Fence,
  fenceFields,
  listThreadMessages,
  type MessageRow,
  makeFence,
  mayReview,
  message,
  recordReads,
  toAgentMessage,
  toMessage,
  view,
} from '#mailbox/messages/index.ts';
import { findThread } from '../repository.ts';
import { type ThreadSummary, threadSummary } from '../schema.ts';
import { serializeSummary } from '../serialize.ts';

const threadWithMessages = threadSummary
  .extend({ messages: z.array(message), next_cursor: z.string().nullable(), ...fenceFields })
  .meta({ id: 'Thread' });

export const readThread = defineOperation({
  name: 'threads.get',
  method: 'GET',
  path: '/v1/identities/{identity_id}/threads/{thread_id}',
  summary: 'Read a thread',
  description:
    'Returns the thread with its messages, oldest first. `next_cursor` continues with later messages.',
  permission: 'messages:read',
  levels,
  target: mailboxTarget,
  errors: ['thread_not_found', 'cursor_expired'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    thread_id: pathId('thread'),
    messages_limit: pageInput.limit.meta({ description: 'The number of messages per page.' }),
    include_quoted: z.boolean().default(false).meta({ description: 'Adds the full `text` of each message.' }),
    cursor: pageInput.cursor,
    view,
  }),
  responses: { 200: threadWithMessages },
  async run(call, { thread_id, messages_limit, include_quoted, cursor, view }) {
    const review = mayReview(call.actor);
    const page = openPage(call, 'threads.get', { limit: messages_limit, cursor, thread_id, include_quoted });
    const thread = await findThread(call.db, call.target.id, thread_id, review);
    if (!thread) throw new AppError('thread_not_found');
    const rows = await listThreadMessages(call.db, thread.id, {
      review,
      quoted: include_quoted,
      html: view === 'agent',
      headers: false,
      afterId: (page.after?.[0] as string | undefined) ?? null,
      take: page.take,
    });
    recordReads(
      call.services,
      call.actor,
      rows.slice(0, messages_limit).map(({ id, identity_id }) => ({ message_id: id, identity_id })),
    );
    const fence = view === 'agent' ? makeFence() : null;
    const shown = fence ? (row: MessageRow) => toAgentMessage(row, fence) : toMessage;
    const { data, next_cursor } = page.answer(rows, shown, (row) => [row.id]);
    const summary = serializeSummary(thread, review);
    return {
      status: 200,
      body: { ...(fence ? forModel(summary, fence) : summary), messages: data, next_cursor },
    };
  },
});

const forModel = (summary: ThreadSummary, fence: Fence): ThreadSummary & Fence => ({
  ...summary,
  ...fence,
  subject: safeLine(summary.subject),
  participants: summary.participants.map((each) => ({ ...each, name: each.name && safeLine(each.name) })),
});
