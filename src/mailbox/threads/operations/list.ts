import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { label, line, pageInput, pageOf, pathId, timestamp } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import {
  listView,
  mailSummary,
  mayReview,
  recordReads,
  toAgentSummary,
  writeSummaries,
} from '#mailbox/messages/index.ts';
import { listThreads } from '../repository.ts';
import { threadSummary } from '../schema.ts';
import { lastAt, serializeSummary } from '../serialize.ts';
import { listThreadSummaries, type ThreadSummaryRow } from '../summary-repository.ts';

export const listThreadsOperation = defineOperation({
  name: 'threads.list',
  method: 'GET',
  path: '/v1/identities/{identity_id}/threads',
  summary: 'List threads',
  description:
    'Lists the threads of an identity, most recently active first. With `view=summary` each row shows the newest message of the thread: ' +
    '`id` is the id of the thread; subject, labels, category and `is_read` are those of the thread.',
  permission: 'messages:read',
  levels,
  target: mailboxTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    label: label.optional(),
    category: line(64, 1).optional(),
    needs_reply_gte: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ description: 'Only threads that probably need a reply, with at least this probability.' }),
    is_unread: z.boolean().optional(),
    direction: z
      .enum(['inbound', 'outbound'])
      .optional()
      .meta({ description: 'Only threads with a message in this direction.' }),
    after: timestamp.optional().meta({ description: 'Only threads last active after this time.' }),
    before: timestamp.optional().meta({ description: 'Only threads last active before this time.' }),
    archived: z.boolean().optional(),
    view: listView,
    ...pageInput,
  }),
  responses: { 200: pageOf(z.union([mailSummary, threadSummary])) },
  async run(call, input) {
    const { limit: _limit, cursor: _cursor, identity_id: _identity, view, ...filters } = input;
    const review = mayReview(call.actor);
    const page = openPage(call, `threads.list/${review}`, input);
    const options = {
      ...filters,
      review,
      after_position: page.after as [string, string] | null,
      take: page.take,
    };
    if (view !== 'plain') {
      const rows = await listThreadSummaries(call.db, call.target.id, options);
      const place = (row: ThreadSummaryRow) => [row.date, row.id];
      if (view === 'summary') return { status: 200, body: page.text(rows, writeSummaries, place) };
      const identity_id = call.target.id;
      const shown = rows.slice(0, input.limit);
      recordReads(
        call.services,
        call.actor,
        shown.map(({ message_id }) => ({ message_id, identity_id })),
      );
      return { status: 200, body: page.answer(rows, toAgentSummary, place) };
    }
    const rows = await listThreads(call.db, call.target.id, options);
    const body = page.answer(
      rows,
      (row) => serializeSummary(row, review),
      (row) => [lastAt(row, review), row.id],
    );
    return { status: 200, body };
  },
});
