import type { Queryable } from '#kernel/data/database.ts';
import { parseQuery } from './grammar/parse.ts';
import type { Query } from './grammar/query.ts';
import { type Condition, planOf, withoutWords } from './plan.ts';
import { type Compiled, compile } from './repository/conditions.ts';
import {
  countFacets,
  type Found,
  findMailboxIndex,
  readTermQueries,
  type Search,
} from './repository/documents.ts';
import { type FacetName, type Facets, facetNames, type SearchRequest } from './schema.ts';
import { type TermQueries, termsOf, wantedTerms } from './tsquery.ts';
import { folded } from './words.ts';

/** A mailbox that is searched. */
export type Mailbox = { tenantId: string; identityId: string; timezone: string };

/** A search made ready for one mailbox. */
export type Prepared = {
  tenantId: string;
  condition: Condition;
  /** The terms in each of the mailbox's languages. */
  languages: TermQueries[];
  search: Omit<Search, 'below' | 'now'>;
  /** What is left to hold without the words; null when that is nothing. */
  withoutWords: Compiled | null;
  timezone: string;
  lastSeq: number;
  /** The words asked for, joined with OR, for snippets; null when only operators were. */
  highlight: string | null;
};

/** What a request asks for, understood once for all the mailboxes it is about. */
export type Understood = { query: Query | null; condition: Condition; review: boolean };

/** @throws AppError `invalid_query` */
export function understand(request: SearchRequest, now: Date): Understood {
  const query = parseQuery(request.q);
  const { direction, labels = [], after, before } = request.filters;
  const filters: Condition[] = [
    ...(direction ? [keys(direction === 'inbound' ? 'is:received' : 'is:sent')] : []),
    ...labels.map((label) => keys(`label:${folded(label)}`)),
    ...(after ? [{ kind: 'time', compare: '>=', moment: after } as const] : []),
    ...(before ? [{ kind: 'time', compare: '<', moment: before } as const] : []),
  ];
  const asked = planOf(query, now);
  const parts = [...(asked.kind === 'and' ? asked.of : [asked]), ...filters];
  return {
    query,
    condition: { kind: 'and', of: parts.filter(({ kind }) => kind !== 'everything') },
    review: request.include_quarantined,
  };
}

const keys = (key: string): Condition => ({ kind: 'keys', any: [[key]] });

/** Two statements, whatever the query. */
export async function prepare(db: Queryable, mailbox: Mailbox, asked: Understood): Promise<Prepared> {
  const index = await findMailboxIndex(db, mailbox.identityId);
  const { all: queries, byLanguage } = await readTermQueries(db, termsOf(asked.condition), index.languages);
  const rest = withoutWords(asked.condition);
  const wanted = wantedTerms(asked.condition).map((term) => `(${queries.get(term)})`);
  return {
    tenantId: mailbox.tenantId,
    condition: asked.condition,
    languages: byLanguage,
    search: {
      identityId: mailbox.identityId,
      compiled: compile(asked.condition, queries, mailbox.timezone),
      review: asked.review,
    },
    withoutWords: rest && compile(rest, queries, mailbox.timezone),
    timezone: mailbox.timezone,
    lastSeq: index.last_seq,
    highlight: wanted.length === 0 ? null : wanted.join(' | '),
  };
}

/** Of each thread only its best document. */
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

/** What every hit has in common beyond words: the operators that all must fit, as they were written. */
export function operatorsOf(query: Query | null): string[] {
  if (query?.kind === 'operator') {
    return [`${query.name}: ${query.values.map(({ text }) => text).join(' or ')}`];
  }
  return query?.kind === 'and' ? query.of.flatMap(operatorsOf) : [];
}
