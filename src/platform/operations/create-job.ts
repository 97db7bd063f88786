import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { startMaintenance } from '../jobs.ts';
import { recordCall } from '../record.ts';
import { maintenanceName, maintenanceSchema } from '../schema.ts';
import { serializeMaintenance } from '../serialize.ts';

export const createMaintenanceJob = defineOperation({
  name: 'platform.create_job',
  method: 'POST',
  path: '/v1/platform/jobs',
  summary: 'Start a maintenance job',
  description:
    '`retention` deletes expired data, `blob_sweep` deletes stored files that nothing refers to, ' +
    '`usage_rollup` adds up usage, `search_reindex` rebuilds the search index, and `digest` mails the ' +
    'notifications that exceeded the daily number of mails. All except `search_reindex` also run on a ' +
    'schedule. The job fails with an error if this deployment cannot run it.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: noTarget,
  errors: [],
  example: { name: 'retention' },
  input: z.strictObject({ name: maintenanceName }),
  responses: { 202: maintenanceSchema },
  async run(call, { name }) {
    const job = await startMaintenance(call.db, name, call.services.clock.now());
    await recordCall(call, 'job.create', { type: 'job', id: job.id }, { name });
    return { status: 202, body: serializeMaintenance(job) };
  },
});
