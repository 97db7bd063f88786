import { z } from 'zod';
import { declareJob, jobTenant } from '#jobs/index.ts';

/** Extracts the text of attachments. `jobs.ts` runs it. */
export const extractTextJob = declareJob({
  name: 'attachments.extract_text',
  payload: z.object({ tenant_id: jobTenant, blob_ids: z.array(z.string()) }),
  tries: 12,
});

/** Triages messages again with the text of their attachments. The job is defined in `mail/triage`. */
export const textExtractedJob = declareJob({
  name: 'attachments.text_extracted',
  payload: z.object({ tenant_id: jobTenant, message_ids: z.array(z.string()) }),
  tries: 8,
});
