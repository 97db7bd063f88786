import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { startMaintenance } from '../jobs.ts';
import { recordCall } from '../record.ts';
import { maintenanceName, maintenanceSchema, toMaintenance } from '../serialize.ts';

export const createMaintenanceJob = defineOperation({
  name: 'platform.create_job',
  method: 'POST',
  path: '/v1/platform/jobs',
  summary: 'Start a maintenance job',
  description:
    '`retention` forgets what is past its time, `blob_sweep` deletes stored bytes that nothing refers to, `usage_rollup` ' +
    'counts usage, `search_reindex` writes the search index anew, `digest` mails the notifications that were too many for ' +
    'a day. All but `search_reindex` run by a schedule as well. The job fails with a plain error where this deployment has ' +
    'nothing that does it.',
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
    return { status: 202, body: toMaintenance(job) };
  },
});
