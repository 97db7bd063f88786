import { z } from 'zod';
import { declareJob, jobTenant } from '#jobs/index.ts';

/** The job that triages messages. Its last attempt comes about half a minute after the first. */
export const triageJob = declareJob({
  name: 'triage.run',
  payload: z.object({ tenant_id: jobTenant, message_ids: z.array(z.string()) }),
  tries: 4,
});
