import { z } from 'zod';
import { requireSecondFactor } from '#kernel/operation/guards.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf } from '#kernel/operation/schema.ts';
import { listCaptured } from '#mail/sending/index.ts';
import { capturedSummary, toCaptured, withSubjects } from '../outbox.ts';
import { deployment, recordCall } from '../record.ts';

export const listOutbox = defineOperation({
  name: 'platform.list_outbox',
  method: 'GET',
  path: '/v1/platform/outbox',
  summary: 'List captured mail',
  description:
    'Lists the messages that were captured instead of sent (`PM_BASIC_TRANSPORT=capture`), newest first. ' +
    'Sign-in mail is included.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: noTarget,
  errors: ['cursor_expired', 'second_factor_required'],
  input: z.strictObject({ ...pageInput }),
  responses: { 200: pageOf(capturedSummary) },
  async run(call, input) {
    requireSecondFactor(call.actor);
    const page = openPage(call, 'platform.list_outbox', input);
    const beyond = page.after && String(page.after[0]);
    const rows = await listCaptured(call.db, { beyond, take: page.take });
    await recordCall(call, 'outbox.list', deployment);
    const named = await withSubjects(call.services, rows);
    return { status: 200, body: page.answer(named, toCaptured, (row) => [row.id]) };
  },
});
