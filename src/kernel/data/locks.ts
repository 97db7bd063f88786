import type { Queryable } from './database.ts';

/** Locks these names of one kind until the transaction ends, always in the same order, so that callers cannot deadlock. */
export const lockNames = (tx: Queryable, kind: string, names: readonly string[]): Promise<number> =>
  tx.run({
    name: 'locks.take',
    text: 'select pg_advisory_xact_lock(hashtext($1), hash) from (select distinct hashtext(n) as hash from unnest($2::text[]) n order by 1) h',
    values: [kind, names],
  });
