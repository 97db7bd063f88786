import { createBatchers, endOfTurn } from '#kernel/data/batcher.ts';
import { type Database, quickly } from '#kernel/data/database.ts';
import { domainsOf, type InboundDomain } from '#workspace/domains/index.ts';

const MAX_BATCH = 256;

const batched = createBatchers(
  async (db: Database, names: string[]) => {
    const found = await domainsOf(quickly(db), names);
    return names.map((name) => found.get(name) ?? null);
  },
  MAX_BATCH,
  endOfTurn,
);

/**
 * The tenant's domain of this name (lower case), or null. Names that are looked up at the same time share one
 * statement.
 */
export const tenantDomain = (db: Database, name: string): Promise<InboundDomain | null> => batched(db, name);
