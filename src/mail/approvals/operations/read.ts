import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { provenanceOf } from '#mail/guard/index.ts';
import { findMessage } from '#mailbox/messages/index.ts';
import { whole } from '../link.ts';
import { approvalWithMessage } from '../schema.ts';
import { serializeWithMessage } from '../serialize.ts';
import { approvalTarget } from '../target.ts';

export const readApproval = defineOperation({
  name: 'approvals.get',
  method: 'GET',
  path: '/v1/approvals/{approval_id}',
  summary: 'Read an approval',
  description:
    'Returns the approval with the whole message, and with the messages that the key had read before it sent the request.',
  permission: 'sends:approve',
  levels: ['platform', 'partner', 'tenant'],
  target: approvalTarget,
  errors: ['approval_not_found'],
  input: z.strictObject({ approval_id: pathId('approval') }),
  responses: { 200: approvalWithMessage },
  async run({ db, target }) {
    const message = await findMessage(db, target.identity_id, target.message_id, whole);
    if (!message) throw new AppError('approval_not_found');
    return { status: 200, body: serializeWithMessage(target, message, await provenanceOf(db, message)) };
  },
});
