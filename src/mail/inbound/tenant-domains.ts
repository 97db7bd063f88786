import { createBatchers } from '#kernel/data/batcher.ts';
import type { Database } from '#kernel/data/database.ts';
import { domainsOf, type InboundDomain } from '#workspace/domains/index.ts';

const MAX_BATCH = 256;

const batched = createBatchers(async (db: Database, names: string[]) => {
  const found = await domainsOf(db, names);
  return names.map((name) => found.get(name) ?? null);
}, MAX_BATCH);

/** The tenant's domain of this name (lower case), or null. Names that are asked for at the same time share one statement. */
export const tenantDomain = (db: Database, name: string): Promise<InboundDomain | null> => batched(db, name);
