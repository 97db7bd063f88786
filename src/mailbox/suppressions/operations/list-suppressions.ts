import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { line, pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { tenantTarget } from '#workspace/tenants/index.ts';
import { formsOf } from '../blind.ts';
import { requireAddress } from '../names.ts';
import { listSuppressions, reasons } from '../repository.ts';
import { suppressionItem } from '../schema.ts';
import { serializeSuppression } from '../serialize.ts';

export const listSuppressionsOperation = defineOperation({
  name: 'suppressions.list',
  method: 'GET',
  path: '/v1/tenants/{tenant_id}/suppressions',
  summary: 'List suppressed addresses',
  description:
    'Lists the addresses to which the tenant sends no mail, newest first. Keys get masked addresses. Use `address` to check a ' +
    'single address.',
  permission: 'suppressions:manage',
  levels: ['platform', 'partner', 'tenant'],
  target: tenantTarget,
  errors: ['address_invalid', 'address_unsupported', 'cursor_expired'],
  input: z.strictObject({
    tenant_id: pathId('tenant'),
    address: line(1_024).optional().meta({ description: 'Only this exact address.' }),
    reason: z.enum(reasons).optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(suppressionItem) },
  async run(call, input) {
    const page = openPage(call, 'suppressions.list', input);
    const filter = {
      forms:
        input.address === undefined
          ? undefined
          : formsOf(call.services.keyRing, call.target.id, requireAddress(input.address)),
      reason: input.reason,
      now: call.services.clock.now(),
    };
    const beyond = page.after && ([String(page.after[0]), String(page.after[1])] as [string, string]);
    const rows = await listSuppressions(call.db, call.target.id, filter, { beyond, take: page.take });
    return {
      status: 200,
      body: page.answer(
        rows,
        (row) => serializeSuppression(row, call.actor),
        ({ created_at, id }) => [created_at, id],
      ),
    };
  },
});
