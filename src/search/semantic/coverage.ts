import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { countEmbedded } from '../repository/vectors.ts';

/** The share of these mailboxes' mail that can be searched by meaning, 0 to 1; for an empty mailbox 1. */
export async function coverageOf(
  { db, services: { embeddings } }: { db: Queryable; services: Pick<Services, 'embeddings'> },
  identityIds: readonly string[],
): Promise<number> {
  if (!embeddings) return 0;
  const { embedded, all } = await countEmbedded(db, identityIds, embeddings.model);
  return all === 0 ? 1 : embedded / all;
}
