import { z } from 'zod';
import { deadLetterStatuses, listDeadLetters as findPage } from '#jobs/index.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { line, pageInput, pageOf, pathId } from '#kernel/operation/schema.ts';
import { deployment, recordCall } from '../record.ts';
import { deadLetterSchema } from '../schema.ts';
import { serializeDeadLetter } from '../serialize.ts';

export const listDeadLetters = defineOperation({
  name: 'platform.list_dead_letters',
  method: 'GET',
  path: '/v1/platform/dlq',
  summary: 'List dead letters',
  description: 'Lists jobs that failed on their last attempt, oldest first. All given filters must match.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: noTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({
    queue: line(128, 1)
      .optional()
      .meta({ description: 'Only jobs of this queue.', examples: ['sending'] }),
    status: z
      .enum(deadLetterStatuses)
      .default('open')
      .meta({ description: '`open`, or `redriven` for jobs that were queued again.' }),
    tenant_id: pathId('tenant', 'Only jobs of this tenant.').optional(),
    ...pageInput,
  }),
  responses: { 200: pageOf(deadLetterSchema) },
  async run(call, input) {
    const page = openPage(call, 'platform.list_dead_letters', input);
    const beyond = page.after && String(page.after[0]);
    const rows = await findPage(call.db, input, { beyond, take: page.take });
    const { queue, status, tenant_id } = input;
    await recordCall(call, 'dead_letter.list', deployment, { queue, status, tenant_id });
    return { status: 200, body: page.answer(rows, serializeDeadLetter, (row) => [row.id]) };
  },
});
