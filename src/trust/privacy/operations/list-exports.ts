import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, pageInput, pageOf } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { listExports as findPage } from '../exports-repository.ts';
import { exportSchema } from '../schema.ts';
import { serializeExport } from '../serialize.ts';

export const listExports = defineOperation({
  name: 'exports.list',
  method: 'GET',
  path: '/v1/exports',
  summary: 'List exports',
  description:
    'Lists every export that the key can access, newest first; an identity key gets those of its own identity. Each ' +
    'completed one has a new `download_url`.',
  permission: 'erasure:manage',
  levels,
  target: noTarget,
  errors: ['tenant_not_found', 'cursor_expired'],
  input: z.strictObject({ tenant_id: id('tenant').optional(), ...pageInput }),
  responses: { 200: pageOf(exportSchema) },
  async run(call, input) {
    const { tenant_id } = input;
    const page = openPage(call, 'exports.list', input);
    if (tenant_id !== undefined) await tenantTarget.resolve(call.db, call.actor, tenant_id);
    const beyond = page.after && String(page.after[0]);
    const rows = await findPage(call.db, call.actor, { tenantId: tenant_id, beyond, take: page.take });
    return {
      status: 200,
      body: page.answer(
        rows,
        (row) => serializeExport(call, row),
        (row) => [row.id],
      ),
    };
  },
});
