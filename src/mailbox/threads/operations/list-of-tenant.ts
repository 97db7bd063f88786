import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, label, line, pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { mayReview } from '#mailbox/messages/index.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { threadSummary } from '../schema.ts';
import { lastAt, serializeSummary } from '../serialize.ts';
import { listTenantThreads, type TenantThreadRow } from '../tenant-repository.ts';

const threadOfTenant = threadSummary
  .extend({
    identity_id: z.string(),
    snippet: z.string().meta({
      description: 'The beginning of the newest message, without quoted text, on one line. Untrusted text.',
    }),
  })
  .meta({ id: 'TenantThread' });

export const listThreadsOfTenant = defineOperation({
  name: 'threads.list_of_tenant',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/threads',
  summary: 'List the threads of a tenant',
  description:
    'Lists the threads in all mailboxes of a tenant, most recently active first, each with the beginning of its newest message.',
  permission: 'messages:read',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    identity_id: id('identity').optional(),
    label: label.optional(),
    category: line(64, 1).optional(),
    needs_reply_gte: z.number().min(0).max(1).optional(),
    is_unread: z.boolean().optional(),
    direction: z.enum(['inbound', 'outbound']).optional(),
    archived: z.boolean().optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(threadOfTenant) },
  async run(call, input) {
    const { limit: _limit, cursor: _cursor, tenant_id: _tenant, identity_id, ...filters } = input;
    const review = mayReview(call.actor);
    const page = openPage(call, `threads.list_of_tenant/${review}`, input);
    const rows = await listTenantThreads(call.db, call.target.id, identity_id, {
      ...filters,
      review,
      after_position: page.after as [string, string] | null,
      take: page.take,
    });
    const toItem = ({ text, ...row }: TenantThreadRow) => ({
      ...serializeSummary(row, review),
      identity_id: row.identity_id,
      snippet: (text ?? '').replace(/\s+/g, ' ').trim(),
    });
    return { status: 200, body: page.answer(rows, toItem, (row) => [lastAt(row, review), row.id]) };
  },
});
