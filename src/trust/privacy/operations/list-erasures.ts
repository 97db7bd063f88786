import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { id, pageInput, pageOf } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { listErasures as findPage } from '../repository.ts';
import { erasureSchema, erasureStatuses } from '../schema.ts';
import { serializeErasure } from '../serialize.ts';

export const listErasures = defineOperation({
  name: 'erasures.list',
  method: 'GET',
  path: '/v1/erasure-requests',
  summary: 'List erasure requests',
  description:
    'Lists every request that the key can access, newest first; an identity key gets those of its own ' +
    'identity.',
  permission: 'erasure:manage',
  levels,
  target: noTarget,
  errors: ['tenant_not_found', 'cursor_expired'],
  input: z.strictObject({
    tenant_id: id('tenant').optional(),
    status: z.enum(erasureStatuses).optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(erasureSchema) },
  async run(call, input) {
    const { tenant_id, status } = input;
    const page = openPage(call, 'erasures.list', input);
    if (tenant_id !== undefined) await tenantTarget.resolve(call.db, call.actor, tenant_id);
    const beyond = page.after && String(page.after[0]);
    const rows = await findPage(call.db, call.actor, { tenant_id, status }, { beyond, take: page.take });
    return { status: 200, body: page.answer(rows, serializeErasure, (row) => [row.id]) };
  },
});
