import { z } from 'zod';
import { timestamp } from '#kernel/operation/schema.ts';
import type { AuditRow } from './repository.ts';

/** An audit event as it is read (interface-spec 2.13). */
export const auditEventSchema = z
  .object({
    id: z.string(),
    tenant_id: z.string().nullable(),
    actor_key_id: z.string().nullable(),
    actor_user_id: z.string().nullable(),
    action: z.string().meta({ examples: ['tenant.suspend'] }),
    target_type: z.string().meta({ examples: ['tenant'] }),
    target_id: z.string(),
    details: z.record(z.string(), z.unknown()),
    request_id: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEvent', description: 'Who did what. Sends are not audit rows.' });

export const toAuditEvent = (row: AuditRow): z.input<typeof auditEventSchema> => row;
