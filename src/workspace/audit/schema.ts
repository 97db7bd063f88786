import { z } from 'zod';
import { timestamp } from '#kernel/operation/schema.ts';

/** An audit event in responses (spec 2.13). */
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
    source_address: z.string().nullable().meta({
      description: 'The address of the client; null for jobs and when the address is unknown.',
    }),
    created_at: timestamp,
    chain: z.object({ position: z.int(), hash: z.string() }).nullable().meta({
      description:
        'The position of the row in the chain of its tenant, and the hash of all rows up to and including it.',
    }),
  })
  .meta({ id: 'AuditEvent', description: 'An entry of the audit log. Sent messages have no audit entries.' });
