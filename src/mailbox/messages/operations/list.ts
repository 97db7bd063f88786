import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, label, pageInput, pageOf, pathId, timestamp } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { mayReview } from '../access.ts';
import { recordReads } from '../model-reads.ts';
import { listMessages } from '../repository.ts';
import { message, messageStatuses } from '../schema.ts';
import { toMessage } from '../serialize.ts';
import { linesOf, messageLines, type ReadBatch, wantsLines } from '../stream.ts';
import { listView, mailSummary, type SummaryRow, toAgentSummary, writeSummaries } from '../summary.ts';
import { listSummaries } from '../summary-repository.ts';

export const listMessagesOperation = defineOperation({
  name: 'messages.list',
  method: 'GET',
  path: '/v1/identities/{identity_id}/messages',
  summary: 'List messages',
  description:
    'Lists all messages that the identity received and sent, newest first. Messages that are quarantined, ' +
    'hidden or throttled are listed only for keys with `quarantine:review`. For an overview ' +
    'of a mailbox use `view=summary`.',
  permission: 'messages:read',
  levels,
  target: mailboxTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    direction: z.enum(['inbound', 'outbound']).optional(),
    status: z.enum(messageStatuses).optional(),
    label: label.optional(),
    thread_id: id('thread').optional(),
    is_unread: z.boolean().optional(),
    after: timestamp.optional().meta({ description: 'Only messages received or written after this time.' }),
    before: timestamp.optional().meta({ description: 'Only messages received or written before this time.' }),
    view: listView,
    ...pageInput,
  }),
  responses: { 200: pageOf(z.union([mailSummary, message])) },
  stream: messageLines,
  async run(call, input) {
    const { limit: _limit, cursor: _cursor, identity_id: _identity, view, ...filters } = input;
    const review = mayReview(call.actor);
    const page = openPage(call, `messages.list/${review}`, input);
    const options = { ...filters, review, beyond: page.after as [string, string] | null, take: page.take };
    if (view !== 'plain') {
      const rows = await listSummaries(call.db, call.target.id, options);
      const place = (row: SummaryRow) => [row.date, row.id];
      if (view === 'summary') return { status: 200, body: page.text(rows, writeSummaries, place) };
      const body = page.answer(rows, toAgentSummary, place);
      const reads = body.data.map(({ id: message_id }) => ({ message_id, identity_id: call.target.id }));
      recordReads(call.services, call.actor, reads);
      return { status: 200, body };
    }
    if (wantsLines(call.header('accept'))) {
      const read: ReadBatch = (beyond, take) =>
        listMessages(call.services.db, call.target.id, { ...options, beyond, take });
      return { status: 200, stream: { content: linesOf(page, read), headers: {} } };
    }
    const rows = await listMessages(call.db, call.target.id, options);
    return { status: 200, body: page.answer(rows, toMessage, (row) => [row.created_at, row.id]) };
  },
});
