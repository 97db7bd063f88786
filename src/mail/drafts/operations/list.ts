import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { listDrafts } from '../repository.ts';
import { draft } from '../schema.ts';
import { serializeDraft } from '../serialize.ts';

export const listDraftsOperation = defineOperation({
  name: 'drafts.list',
  method: 'GET',
  path: '/v1/identities/{identity_id}/drafts',
  summary: 'List drafts',
  description: 'Lists the drafts of an identity, newest first.',
  permission: 'drafts:write',
  levels,
  target: mailboxTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    identity_id: pathId('identity'),
    thread_id: id('thread').optional().meta({ description: 'Only drafts that continue this thread.' }),
    ...pageInput,
  }),
  responses: { 200: pageOf(draft) },
  async run(call, input) {
    const page = openPage(call, 'drafts.list', input);
    const [beyond = null] = (page.after ?? []) as string[];
    const rows = await listDrafts(call.db, call.target.id, {
      threadId: input.thread_id ?? null,
      beyond,
      take: page.take,
    });
    return { status: 200, body: page.answer(rows, serializeDraft, (row) => [row.id]) };
  },
});
