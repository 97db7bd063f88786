import type { Queryable } from '#kernel/data/database.ts';
import { parseQuery } from './grammar/parse.ts';
import type { Query } from './grammar/query.ts';
import { type Condition, planOf, time, withoutWords } from './plan.ts';
import { rank } from './ranking/rank.ts';
import { type Compiled, compile, withAny } from './repository/conditions.ts';
import { countFacets, type Found, findMailboxIndex, type Search } from './repository/documents.ts';
import { type FacetName, type Facets, facetNames, type SearchRequest } from './schema.ts';
import type { TermQueries } from './tsquery.ts';
import { folded } from './words.ts';

/** A mailbox that is searched. */
export type Mailbox = { tenantId: string; identityId: string; timezone: string };

/** A search that is prepared for one mailbox. */
export type Prepared = {
  tenantId: string;
  condition: Condition;
  /** The terms in each of the mailbox's languages. */
  languages: TermQueries[];
  search: Omit<Search, 'below' | 'now'>;
  /**
   * The same search for documents that need not contain all words, and its conditions without those words; null if it
   * finds no others.
   */
  relaxed: (Omit<Search, 'below' | 'now'> & { rest: Compiled }) | null;
  /** The conditions other than words; null if there are none. */
  withoutWords: Compiled | null;
  timezone: string;
  now: Date;
  lastSeq: number;
  /** The words of the query as they were written, each with its tsquery. */
  words: { text: string; query: string }[];
  /** The words of the query, joined with OR, for snippets; null when it has only operators. */
  highlight: string | null;
};

/** A parsed request, shared by all mailboxes that it searches. */
export type Understood = {
  query: Query | null;
  condition: Condition;
  review: boolean;
  /** Whether documents without some of the bare words are found too. */
  relaxed: boolean;
};

/** @throws AppError `invalid_query` */
export function understand(request: SearchRequest, now: Date): Understood {
  const keyword = request.mode === 'keyword';
  const query = parseQuery(request.q, { strict: keyword || request.strict || request.require_mode });
  const { direction, labels = [], after, before } = request.filters;
  const filters: Condition[] = [
    ...(direction ? [keys(direction === 'inbound' ? 'is:received' : 'is:sent')] : []),
    ...labels.map((label) => keys(`label:${folded(label)}`)),
    ...(after ? [time('>=', after)] : []),
    ...(before ? [time('<', before)] : []),
  ];
  const asked = planOf(query, now);
  const parts = [...(asked.kind === 'and' ? asked.of : [asked]), ...filters];
  return {
    query,
    condition: { kind: 'and', of: parts.filter(({ kind }) => kind !== 'everything') },
    review: request.include_quarantined,
    relaxed: !keyword,
  };
}

const keys = (key: string): Condition => ({ kind: 'keys', any: [[key]] });

/** Takes three statements, and a few more if a word of a relaxed search is nowhere in the mailbox. */
export async function prepare(
  db: Queryable,
  mailbox: Mailbox,
  asked: Understood,
  { now, end }: { now: Date; end: number | null },
): Promise<Prepared> {
  const index = await findMailboxIndex(db, mailbox.identityId);
  const { condition, review } = asked;
  const place = { identityId: mailbox.identityId, below: end ?? index.last_seq + 1 };
  const { queries, byLanguage, ranking, relaxed, words } = await rank(db, place, index.languages, asked);
  const calendar = { timezone: mailbox.timezone, now };
  const rest = withoutWords(condition);
  const strict = relaxed && compile(relaxed.rest, queries, calendar);
  const search = { identityId: mailbox.identityId, review, ranking };
  return {
    tenantId: mailbox.tenantId,
    condition,
    languages: byLanguage,
    search: { ...search, compiled: compile(condition, queries, calendar) },
    relaxed: relaxed && strict && { ...search, compiled: withAny(strict, relaxed.any), rest: strict },
    withoutWords: rest && compile(rest, queries, calendar),
    timezone: mailbox.timezone,
    now,
    lastSeq: index.last_seq,
    words,
    highlight: words.length === 0 ? null : words.map(({ query }) => `(${query})`).join(' | '),
  };
}

/** Only the best document of each thread. */
export function bestOfThreads(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ thread_id }) => !seen.has(thread_id) && seen.add(thread_id));
}

/** Counts over these documents. */
export async function facetsOf(
  db: Queryable,
  documents: readonly Found[],
  timezone: string,
): Promise<Facets> {
  const rows = await countFacets(
    db,
    documents.map(({ message_id }) => message_id),
    timezone,
  );
  const facets = Object.fromEntries(facetNames.map((name) => [name, []])) as unknown as Facets;
  for (const { facet, value, count } of rows) facets[facet as FacetName].push({ value, count });
  return facets;
}

/** The conditions of every hit other than words: the required operators as they were written. */
export function operatorsOf(query: Query | null): string[] {
  if (query?.kind === 'operator') {
    return [`${query.name}: ${query.values.map(({ text }) => text).join(' or ')}`];
  }
  return query?.kind === 'and' ? query.of.flatMap(operatorsOf) : [];
}
