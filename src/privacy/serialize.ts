import type { z } from 'zod';
import { erasureCounts } from '#kernel/erasure.ts';
import type { ShownErasure } from './repository.ts';
import type { erasureSchema } from './schema.ts';

/** An erasure request as it is read (interface-spec 2.11). */
export const toErasure = (row: ShownErasure): z.input<typeof erasureSchema> => {
  const counts = Object.fromEntries(erasureCounts.map((name) => [name, row.receipt[name] ?? 0])) as Record<
    (typeof erasureCounts)[number],
    number
  >;
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    scope: row.scope,
    status: row.status,
    created_at: row.created_at,
    completed_at: row.completed_at,
    created_by_key_id: row.created_by_key_id,
    receipt: {
      ...counts,
      identities_affected: row.receipt.identities_affected ?? [],
      held: row.held,
      probe: row.receipt.probe ?? { keyword_hits: 0, semantic_hits: 0 },
    },
  };
};
