import { z } from 'zod';
import { discardDeadLetter as discard } from '#jobs/index.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordCall } from '../record.ts';
import { deadLetterTarget } from '../target.ts';

export const discardDeadLetter = defineOperation({
  name: 'platform.discard_dead_letter',
  method: 'DELETE',
  path: '/v1/platform/dlq/{dlq_id}',
  summary: 'Discard a dead letter',
  description: 'Deletes the job without running it. The audit log records the job and why it failed.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: deadLetterTarget,
  errors: [],
  input: z.strictObject({ dlq_id: pathId('deadLetter') }),
  responses: { 204: null },
  async run(call, { dlq_id }) {
    const { job, error, tenant_id } = call.target;
    if ((await discard(call.db, dlq_id)) > 0) {
      const details = { job, error, of_tenant: tenant_id };
      await recordCall(call, 'dead_letter.discard', { type: 'dead_letter', id: dlq_id }, details);
    }
    return { status: 204, body: null };
  },
});
