import { z } from 'zod';
import { erasureCounts } from '#kernel/operation/erasure.ts';
import { timestamp } from '#kernel/operation/schema.ts';

export const erasureScopes = ['message', 'thread', 'counterparty', 'identity', 'tenant'] as const;
export const erasureStatuses = [
  'queued',
  'running',
  'completed',
  'completed_with_holds',
  'failed',
  'canceled',
] as const;
export type ErasureStatus = (typeof erasureStatuses)[number];

const counts = Object.fromEntries(erasureCounts.map((name) => [name, z.int()])) as Record<
  (typeof erasureCounts)[number],
  z.ZodInt
>;

/** Spec 2.11. */
export const erasureSchema = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    scope: z.enum(erasureScopes),
    status: z.enum(erasureStatuses),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
    created_by_key_id: z.string().nullable(),
    receipt: z
      .object({
        ...counts,
        identities_affected: z.array(z.string()),
        held: z.array(z.object({ thread_id: z.string(), reason: z.string() })).meta({
          description: 'The threads that were skipped because of a legal hold, at most 1,000 of them.',
        }),
        probe: z.object({ keyword_hits: z.int(), semantic_hits: z.int() }).meta({
          description:
            'The number of items outside held threads that a final check found although they should have been erased. It must be 0.',
        }),
      })
      .meta({
        description: 'The number of erased items so far. It is final when the request has completed.',
      }),
  })
  .meta({ id: 'ErasureRequest' });

export const exportScopes = ['counterparty', 'identity'] as const;

/** Spec 2.11. */
export const exportSchema = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    scope: z.enum(exportScopes),
    status: z.enum(['queued', 'running', 'completed', 'failed', 'canceled', 'expired']),
    size: z.int().nullable().meta({ description: 'The size of the file in bytes; null until it exists.' }),
    created_at: timestamp,
    expires_at: timestamp,
    download_url: z
      .string()
      .nullable()
      .meta({ description: 'A signed link. Present only while the export is `completed`.' }),
  })
  .meta({ id: 'Export' });

export const holdScopes = ['thread', 'identity', 'counterparty', 'tenant'] as const;

/** decisions.md section 3, Legal hold. */
export const holdSchema = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    scope: z.enum(holdScopes),
    identity_id: z.string().nullable(),
    thread_id: z.string().nullable(),
    counterparty_address: z.string().nullable(),
    reason: z.string(),
    created_at: timestamp,
    created_by_key_id: z.string().nullable(),
    released_at: timestamp.nullable(),
  })
  .meta({ id: 'LegalHold' });
