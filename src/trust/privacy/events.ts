import { z } from 'zod';
import { defineEvent } from '#events/index.ts';
import { timestamp } from '#kernel/operation/schema.ts';

/** The object, as its room serializes it. */
const object = z.looseObject({ id: z.string() });

export const identityDeleted = defineEvent('identity.deleted', 'job', {
  identity_id: z.string(),
  erasure_request_id: z.string(),
});
export const erasureCompleted = defineEvent('erasure.completed', 'job', { erasure_request: object });
export const erasureFailed = defineEvent('erasure.failed', 'job', {
  erasure_request_id: z.string(),
  step: z.string(),
  error: z.string(),
});
export const exportCompleted = defineEvent('export.completed', 'job', {
  export_id: z.string(),
  expires_at: timestamp,
});
