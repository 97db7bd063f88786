import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf } from '#kernel/operation/schema.ts';
import { deployment, recordCall } from '../record.ts';
import { listMaintenance } from '../repository.ts';
import { maintenanceSchema } from '../schema.ts';
import { serializeMaintenance } from '../serialize.ts';

export const listMaintenanceJobs = defineOperation({
  name: 'platform.list_jobs',
  method: 'GET',
  path: '/v1/platform/jobs',
  summary: 'List maintenance jobs',
  description:
    'Lists the maintenance jobs, newest first, including those of the nightly schedule. Finished jobs are ' +
    'kept for 90 days.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: noTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({ ...pageInput }),
  responses: { 200: pageOf(maintenanceSchema) },
  async run(call, input) {
    const page = openPage(call, 'platform.list_jobs', input);
    const beyond = page.after && String(page.after[0]);
    const rows = await listMaintenance(call.db, { beyond, take: page.take });
    await recordCall(call, 'job.list', deployment);
    return { status: 200, body: page.answer(rows, serializeMaintenance, (row) => [row.id]) };
  },
});
