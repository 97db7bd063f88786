import type { z } from 'zod';
import { after, DAY } from '#kernel/base/clock.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { erasureCounts } from '#kernel/operation/erasure.ts';
import type { Services } from '#kernel/operation/services.ts';
import { mintLink } from '#mailbox/attachments/index.ts';
import { mayReview } from '#mailbox/messages/index.ts';
import type { ExportRow } from './exports-repository.ts';
import type { ShownErasure } from './repository.ts';
import type { erasureSchema, exportSchema } from './schema.ts';

/** An erasure request as it is read (spec 2.11). */
export const serializeErasure = (row: ShownErasure): z.input<typeof erasureSchema> => {
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

/** An export as it is read, with a link that was created for this response (spec 2.11, 4.11). */
export function serializeExport(
  { services, actor }: { services: Services; actor: Actor },
  row: ExportRow,
): z.input<typeof exportSchema> {
  const now = services.clock.now();
  const isOver = row.status === 'completed' && new Date(row.expires_at) <= now;
  const mayHave = row.status === 'completed' && !isOver && (!row.with_kept_back || mayReview(actor));
  const link = { kind: 'export', id: row.id, tenant_id: row.tenant_id } as const;
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    scope: row.scope,
    status: isOver ? 'expired' : row.status,
    size: row.size,
    created_at: row.created_at,
    expires_at: row.expires_at,
    download_url: mayHave
      ? mintLink(services, { ...link, expires_at: after(now, limits.exportDays * DAY) })
      : null,
  };
}
