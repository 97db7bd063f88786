import { z } from 'zod';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { recordCall } from '../record.ts';
import { maintenanceSchema } from '../schema.ts';
import { serializeMaintenance } from '../serialize.ts';
import { maintenanceTarget } from '../target.ts';

export const readMaintenanceJob = defineOperation({
  name: 'platform.get_job',
  method: 'GET',
  path: '/v1/platform/jobs/{job_id}',
  summary: 'Read a maintenance job',
  description: 'Returns the progress and the result of the job.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: maintenanceTarget,
  errors: [],
  input: z.strictObject({ job_id: pathId('job') }),
  responses: { 200: maintenanceSchema },
  async run(call, { job_id }) {
    await recordCall(call, 'job.read', { type: 'job', id: job_id });
    return { status: 200, body: serializeMaintenance(call.target) };
  },
});
