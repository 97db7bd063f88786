import type { z } from 'zod';
import type { AuditRow } from './repository.ts';
import type { auditEventSchema } from './schema.ts';

export const serializeAuditEvent = (row: AuditRow): z.input<typeof auditEventSchema> => row;
