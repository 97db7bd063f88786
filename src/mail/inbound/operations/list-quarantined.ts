import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { mailboxTarget } from '#mailbox/identities/index.ts';
import { listQuarantine, message, type QuarantineItem, toMessage } from '#mailbox/messages/index.ts';

export const quarantined = message
  .extend({ quarantine_reason: z.string() })
  .meta({ id: 'QuarantinedMessage' });

export const listQuarantined = defineOperation({
  name: 'quarantine.list',
  method: 'GET',
  path: '/v1/identities/{identity_id}/quarantine',
  summary: 'List quarantined messages',
  description: 'Lists the quarantined messages of an identity, newest first, each with its reason.',
  permission: 'quarantine:review',
  levels,
  target: mailboxTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({ identity_id: pathId('identity'), ...pageInput }),
  responses: { 200: pageOf(quarantined) },
  async run(call, input) {
    const page = openPage(call, 'quarantine.list', input);
    const rows = await listQuarantine(
      call.db,
      call.target.id,
      page.after as [string, string] | null,
      page.take,
    );
    return { status: 200, body: page.answer(rows, toQuarantined, (row) => [row.created_at, row.id]) };
  },
});

export const toQuarantined = (row: QuarantineItem) => ({
  ...toMessage(row),
  quarantine_reason: row.quarantine_reason,
});
