import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { listDomains as findPage } from '../repository.ts';
import { domainSchema, domainStatuses } from '../schema.ts';
import { domainBodies } from '../surroundings.ts';

export const listDomains = defineOperation({
  name: 'domains.list',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/domains',
  summary: "List a tenant's domains",
  description: 'Lists the domains, newest first.',
  permission: 'domains:read',
  levels,
  target: tenantTarget,
  errors: ['tenant_not_found', 'cursor_expired'],
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    status: z.enum(domainStatuses).optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(domainSchema) },
  async run(call, { tenant_id: _, ...input }) {
    const page = openPage(call, 'domains.list', { ...input, tenant_id: call.target.id });
    const beyond = page.after && String(page.after[0]);
    const rows = await findPage(call.db, call.target.id, input, { beyond, take: page.take });
    const bodies = await domainBodies(call.db, rows);
    return {
      status: 200,
      body: page.answer(
        bodies,
        (body) => body,
        ({ id }) => [id],
      ),
    };
  },
});
