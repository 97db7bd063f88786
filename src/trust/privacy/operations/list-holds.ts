import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { listHolds as findPage } from '../holds-repository.ts';
import { holdSchema } from '../schema.ts';

export const listHolds = defineOperation({
  name: 'holds.list',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/holds',
  summary: 'List legal holds',
  description: 'Lists the holds, newest first, including released ones.',
  permission: 'erasure:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: ['tenant_not_found', 'cursor_expired'],
  input: z.strictObject({ tenant_id: pathId('tenant'), ...pageInput }),
  responses: { 200: pageOf(holdSchema) },
  async run(call, input) {
    const page = openPage(call, 'holds.list', input);
    const beyond = page.after && String(page.after[0]);
    const rows = await findPage(call.db, call.target.id, { beyond, take: page.take });
    return {
      status: 200,
      body: page.answer(
        rows,
        (row) => row,
        (row) => [row.id],
      ),
    };
  },
});
