import { z } from 'zod';
import { fileLimits, type Risk, textKind } from '#content/files/index.ts';
import { declareJob, jobTenant } from '#jobs/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';

type StoredFile = { contentType: string; size: number; risk: Risk | null };

/** The initial text state of a new file (spec 3.3; decisions.md, Policy). */
export function firstTextStatus(
  { contentType, size, risk }: StoredFile,
  { extract_attachment_text: requested }: Policy['inbound'],
): 'pending' | 'unavailable' | 'skipped' {
  if (risk !== null) return 'skipped';
  const kind = textKind(contentType);
  if (kind === null) return 'unavailable';
  if (!requested.includes(kind)) return 'skipped';
  return size > fileLimits.text.inputBytes ? 'unavailable' : 'pending';
}

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
