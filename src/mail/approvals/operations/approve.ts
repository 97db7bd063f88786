import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { prepareApproval } from '../decide.ts';
import { answerOf, decidingOperation, originalOf, releasingErrors } from '../deciding-operation.ts';
import { approvedSend, comment, edit, seenHash } from '../schema.ts';

export const approveSend = defineOperation({
  ...decidingOperation,
  name: 'approvals.approve',
  path: '/v1/approvals/{approval_id}/approve',
  summary: 'Approve a send',
  description:
    'Releases the message for sending. Every check of a send runs again, with the current policy, suppressions and caps; ' +
    'if one fails, the message keeps waiting. With `edit`, the changed message is sent, and both ' +
    'versions are kept; `guard` contains what the guard finds in the changed message, as advice. Nobody can approve their own request.',
  errors: releasingErrors,
  responses: { 200: approvedSend },
  example: { comment: 'Checked with the customer.' },
  input: z.strictObject({
    approval_id: pathId('approval'),
    comment: comment.optional(),
    content_sha256: seenHash.optional(),
    edit: edit.optional(),
  }),
  async run(call, { comment: said = null, content_sha256 = null, edit: change = null }) {
    const verdict = { comment: said, batch: null, seen: content_sha256, at: call.services.clock.now() };
    const { write, guard } = await prepareApproval(call, call.target, verdict, change);
    const original = change && (await originalOf(call));
    const answer = answerOf(call, { status: 'approved', comment: said, original }, verdict.at, write);
    return guard ? { ...answer, body: { ...answer.body, guard } } : answer;
  },
});
