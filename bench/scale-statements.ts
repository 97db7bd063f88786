import { type Database, sql } from '#kernel/data/database.ts';

// Which statements of a piece of work cost more in a larger database. Pages say more than time on a busy machine: a
// statement that touches as many as before costs the same, wherever the processor is meanwhile.

type Statement = { text: string; calls: number; ms: number; pages: number; wal: number };
/** The cost of each statement for one piece of work. */
export type Statements = ReadonlyMap<string, Statement>;

const SHOWN = 6;
/** Up to this number of pages per piece of work, differences are ignored. */
const FEW_PAGES = 3;

/** Resets the counts of statements. */
export async function countStatements(db: Database): Promise<void> {
  await db.run(sql`create extension if not exists pg_stat_statements`);
  await db.run(sql`select pg_stat_statements_reset()`);
}

export async function statementsSince(db: Database, pieces: number): Promise<Statements> {
  const rows = await db.rows<Statement & { id: string }>(sql`
    select queryid::text as id, min(left(regexp_replace(query, '\\s+', ' ', 'g'), 110)) as text, sum(calls)::float8 as calls,
      sum(total_exec_time) as ms, sum(shared_blks_hit + shared_blks_read)::float8 as pages, sum(wal_bytes)::float8 as wal
    from pg_stat_statements where toplevel group by 1`);
  return new Map(
    rows.map(({ id, text, calls, ms, pages, wal }) => [
      id,
      { text, calls: calls / pieces, ms: ms / pieces, pages: pages / pieces, wal: wal / pieces },
    ]),
  );
}

/** A line for each of the statements whose number of pages grew most. */
export function grownSince(before: Statements, now: Statements): string[] {
  const nothing = { calls: 0, ms: 0, pages: 0, wal: 0 };
  return [...now]
    .map(([id, statement]) => ({ ...statement, was: before.get(id) ?? nothing }))
    .filter(({ pages, was }) => pages - was.pages > FEW_PAGES)
    .sort((a, b) => b.pages - b.was.pages - (a.pages - a.was.pages))
    .slice(0, SHOWN)
    .map(
      ({ text, calls, ms, pages, was }) =>
        `pages ${was.pages.toFixed(1)} to ${pages.toFixed(1)}, ms ${was.ms.toFixed(3)} to ${ms.toFixed(3)}, ` +
        `calls ${was.calls.toFixed(2)} to ${calls.toFixed(2)}: ${text}`,
    );
}
