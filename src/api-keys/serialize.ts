import { levels } from '#kernel/permissions.ts';
import { timestamp } from '#kernel/schema.ts';
import { z } from 'zod';

/** A key as it is read (interface-spec 2.9); the secret is never part of it. */
export const keyDescription = z
  .object({
    key_id: z.string(),
    name: z.string(),
    level: z.enum(levels),
    mode: z.enum(['live', 'test']),
    partner_id: z.string().nullable(),
    tenant_id: z.string().nullable(),
    identity_id: z.string().nullable(),
    permissions: z.array(z.string()),
    expires_at: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
