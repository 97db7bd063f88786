import { z } from 'zod';
import { defineEvent } from '#events/index.ts';
import { auditEventSchema } from './schema.ts';

export const auditRecorded = defineEvent('audit.recorded', 'none', {
  audit_event: auditEventSchema.omit({ chain: true }).extend({ details: z.record(z.string(), z.unknown()) }),
});
