import { z } from 'zod';
import { findDeadLetter, redrive } from '#jobs/index.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordCall } from '../record.ts';
import { deadLetterSchema } from '../schema.ts';
import { serializeDeadLetter } from '../serialize.ts';
import { deadLetterTarget } from '../target.ts';

export const redriveDeadLetter = defineOperation({
  name: 'platform.redrive_dead_letter',
  method: 'POST',
  path: '/v1/platform/dlq/{dlq_id}/redrive',
  summary: 'Run a dead letter again',
  description:
    'Queues the job again with its full number of attempts. Repeating the call returns the item without queueing ' +
    'another job. If the job fails again, it becomes a new item.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: deadLetterTarget,
  errors: [],
  input: z.strictObject({ dlq_id: pathId('deadLetter') }),
  responses: { 202: deadLetterSchema },
  async run(call, { dlq_id }) {
    await redrive(call.db, dlq_id, call.services.clock.now());
    const item = (await findDeadLetter(call.db, dlq_id)) ?? call.target;
    await recordCall(call, 'dead_letter.redrive', { type: 'dead_letter', id: dlq_id }, { job: item.job });
    return { status: 202, body: serializeDeadLetter(item) };
  },
});
