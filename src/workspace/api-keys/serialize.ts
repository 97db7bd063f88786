import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import type { KeyRow } from './repository.ts';

/** What a key is (interface-spec 2.9); the secret is never part of it. */
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
  .meta({ id: 'OwnApiKey', description: 'The calling key.' });

export const keyRecord = keyDescription
  .extend({
    created_at: timestamp,
    last_used_at: timestamp
      .nullable()
      .meta({ description: 'Up to a minute behind; null before the first use.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its secret.' });

/** The answer that shows a secret; a replay of it comes without (interface-spec 4.1, rule 6). */
export const keyWithSecret = keyRecord
  .extend({
    secret: z
      .string()
      .optional()
      .meta({ description: 'Shown this once and never stored: keep it. Absent in a replayed answer.' }),
    secret_replayed: z.literal(false).optional().meta({
      description: 'Only in an answer replayed for its Idempotency-Key: the secret is not shown again.',
    }),
  })
  .meta({ id: 'ApiKeyWithSecret' });

export const serializeKey = (row: KeyRow): z.input<typeof keyRecord> => ({
  key_id: row.id,
  name: row.name,
  level: row.level,
  mode: row.mode,
  partner_id: row.partner_id,
  tenant_id: row.tenant_id,
  identity_id: row.identity_id,
  permissions: [...row.permissions].sort(),
  expires_at: row.expires_at,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
});
