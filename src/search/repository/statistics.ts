import { join, type Queryable, type Sql, sql } from '#kernel/data/database.ts';
import type { Statistics } from '../ranking/ranking.ts';

const BLOCK = 1_000;
/** The number of blocks that are counted, spread evenly over the mailbox: all blocks of one with up to 4,000 messages. */
const MOST_BLOCKS = 4;
/** The number of newest documents whose lengths are read. */
const MOST_LENGTHS = 200;

type Mailbox = { identityId: string; below: number };

/**
 * The number of documents that match each of these queries, in a sample of limited size. Only documents below
 * the end of the first page count, so that later pages are scored in the same way.
 */
export async function readStatistics(
  db: Queryable,
  { identityId, below }: Mailbox,
  queries: readonly string[],
): Promise<Statistics> {
  const blocks = blocksOf(below);
  const scope = blocks.map((block) => `${identityId}#${block}`);
  const within = sql`d.scope && ${scope}::text[] and d.seq < ${below}`;
  const counts: Sql[] = queries.map(
    (query) =>
      sql`(select count(*) from search_documents d where ${within} and d.words @@ ${query}::tsquery)::int`,
  );
  const row = await db.first<{ length: number | null; holding: number[] }>(sql`
    select (select avg(length(words)) from (
              select words from search_documents d where d.identity_id = ${identityId} and d.seq < ${below}
              order by d.seq desc limit ${MOST_LENGTHS}) l)::float as length,
           to_json(array[${counts.length > 0 ? join(counts, ', ') : sql`null`}]::int[]) as holding`);
  return {
    documents: Math.min(Math.max(1, below), blocks.length * BLOCK),
    averageLength: row?.length ?? 1,
    holding: row?.holding ?? [],
  };
}

function blocksOf(below: number): number[] {
  const last = Math.floor(Math.max(0, below - 1) / BLOCK);
  if (last < MOST_BLOCKS) return Array.from({ length: last + 1 }, (_, block) => block);
  return Array.from({ length: MOST_BLOCKS }, (_, nth) => Math.round((last * (nth + 1)) / MOST_BLOCKS));
}

/** Those of these queries that match any document of the mailbox. */
export async function readPresent(
  db: Queryable,
  { identityId, below }: Mailbox,
  queries: readonly string[],
): Promise<boolean[]> {
  if (queries.length === 0) return [];
  const found = queries.map(
    (query) => sql`exists (select from search_documents d
      where d.scope && ${[identityId]}::text[] and d.words @@ ${query}::tsquery and d.seq < ${below})`,
  );
  const row = await db.first<{ present: boolean[] }>(
    sql`select to_json(array[${join(found, ', ')}]) as present`,
  );
  return row!.present;
}

/** The number of newest documents that are searched for words with a prefix. */
const MOST_READ = 500;
const MOST_WORDS = 2_000;

/** Indexed words of the mailbox with this prefix, and how many of the documents read contain each. */
export const readBeginningWith = (
  db: Queryable,
  { identityId, below }: Mailbox,
  beginning: string,
): Promise<{ lexeme: string; documents: number }[]> =>
  db.rows(sql`
    select w.lexeme, count(*)::int as documents
    from (select d.words from search_documents d
          where d.scope && ${[identityId]}::text[] and d.words @@ ${`'${beginning.replaceAll("'", "''")}':*`}::tsquery
            and d.seq < ${below}
          order by d.seq desc limit ${MOST_READ}) d,
         lateral (select lexeme from unnest(d.words) where starts_with(lexeme, ${beginning})) w
    group by w.lexeme order by documents desc limit ${MOST_WORDS}`);
