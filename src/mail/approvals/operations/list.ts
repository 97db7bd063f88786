import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { approvalStatuses } from '#mailbox/messages/index.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { listApprovals } from '../repository.ts';
import { approval } from '../schema.ts';
import { serializeApproval } from '../serialize.ts';

export const listApprovalsOperation = defineOperation({
  name: 'approvals.list',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/approvals',
  summary: 'List approvals',
  description: 'Lists the messages that a person has to approve or reject, newest first.',
  permission: 'sends:approve',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    status: z.enum(approvalStatuses).optional(),
    identity_id: id('identity').optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(approval) },
  async run(call, input) {
    const page = openPage(call, 'approvals.list', input);
    const [beyond = null] = (page.after ?? []) as string[];
    const rows = await listApprovals(call.db, call.target.id, {
      status: input.status ?? null,
      identityId: input.identity_id ?? null,
      beyond,
      take: page.take,
    });
    return { status: 200, body: page.answer(rows, serializeApproval, (row) => [row.id]) };
  },
});
