import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { prepareRejection } from '../decide.ts';
import { answerOf, decidingErrors, decidingOperation } from '../deciding-operation.ts';
import { comment, seenHash } from '../schema.ts';

export const rejectSend = defineOperation({
  ...decidingOperation,
  name: 'approvals.reject',
  path: '/v1/approvals/{approval_id}/reject',
  summary: 'Reject a send',
  description: 'Cancels the message. The sender reads the comment in `approval.comment` of the message.',
  errors: decidingErrors,
  example: { comment: 'This is not the bank account of our customer.' },
  input: z.strictObject({
    approval_id: pathId('approval'),
    comment: comment.min(1),
    content_sha256: seenHash.optional(),
  }),
  async run(call, { comment: said, content_sha256 = null }) {
    const verdict = { comment: said, batch: null, seen: content_sha256, at: call.services.clock.now() };
    const write = await prepareRejection(call, call.target, verdict);
    return answerOf(call, { status: 'rejected', comment: said }, verdict.at, write);
  },
});
