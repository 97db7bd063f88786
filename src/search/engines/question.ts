import type { Filter, IndexQuery, Question } from '#kernel/ports/search-index.ts';
import type { Condition, Term } from '../plan.ts';
import { lexemesOf, type TermQueries } from '../tsquery.ts';

/** The maximum number of sub-queries of one search. */
const MOST_WANTED = 16;
/** Seconds. Dates without an offset are in the tenant's time zone, and no zone is further from UTC. */
const FURTHEST_ZONE = 15 * 3_600;

type CandidateQuery = { terms: Term[]; unwanted: Term[]; filters: Filter[] };

/**
 * Translates a condition for an engine that knows words, keys and numbers. Parts that the engine cannot express are left
 * out, so it may find too much. Returns null when the query needs more than 16 sub-queries or mixes ranked and unranked
 * branches; Postgres handles those.
 */
export function wantedFrom(
  condition: Condition,
  languages: readonly TermQueries[],
  now: Date,
): IndexQuery[] | null {
  const likes = likesOf(condition, now);
  if (likes === null) return null;
  const worded = likes.filter(({ terms }) => terms.length > 0);
  const wordless = likes.filter(({ terms }) => terms.length === 0);
  if (worded.length > 0 && wordless.length > 0) return null;
  const wanted = new Map<string, IndexQuery>();
  for (const like of worded) {
    for (const queries of languages) {
      const one = inLanguage(like, queries);
      wanted.set(JSON.stringify(one), one);
    }
  }
  if (wordless.length > 0) {
    const filter: Filter = { kind: 'or', of: wordless.map(({ filters }) => ({ kind: 'and', of: filters })) };
    const plain = { phrases: [], prefix: null, unwanted: [], part: null, filter };
    wanted.set('', plain);
  }
  return wanted.size > MOST_WANTED ? null : [...wanted.values()];
}

export const asksForWords = (wanted: readonly IndexQuery[]): boolean =>
  wanted.some(({ phrases, prefix }) => phrases.length > 0 || prefix !== null);

/** The filters of the sub-queries without their words, each once. */
export function withoutWords(wanted: readonly IndexQuery[]): IndexQuery[] {
  const rest = wanted.map(({ filter }) => ({ phrases: [], prefix: null, unwanted: [], part: null, filter }));
  return [...new Map(rest.map((one) => [JSON.stringify(one), one])).values()];
}

/** The condition in disjunctive form; null if it has too many branches. */
function likesOf(condition: Condition, now: Date): CandidateQuery[] | null {
  switch (condition.kind) {
    case 'and': {
      let all: CandidateQuery[] = [nothing()];
      for (const part of condition.of) {
        const likes = likesOf(part, now);
        if (likes === null || likes.length * all.length > MOST_WANTED) return null;
        all = all.flatMap((one) => likes.map((other) => joined(one, other)));
      }
      return all;
    }
    case 'or': {
      const all = condition.of.map((part) => likesOf(part, now));
      const likes = all.flatMap((part) => part ?? []);
      return all.includes(null) || likes.length > MOST_WANTED ? null : likes;
    }
    case 'term':
      return [{ ...nothing(), terms: [condition.term] }];
    case 'not': {
      const { of } = condition;
      if (of.kind === 'term' && of.term.kind === 'words' && of.term.parts === '')
        return [{ ...nothing(), unwanted: [of.term] }];
      const filter = filterFrom(of, now);
      return [filter ? { ...nothing(), filters: [{ kind: 'not', of: filter }] } : nothing()];
    }
    default: {
      const filter = filterFrom(condition, now);
      return [filter ? { ...nothing(), filters: [filter] } : nothing()];
    }
  }
}

const nothing = (): CandidateQuery => ({ terms: [], unwanted: [], filters: [] });

const joined = (one: CandidateQuery, other: CandidateQuery): CandidateQuery => ({
  terms: [...one.terms, ...other.terms],
  unwanted: [...one.unwanted, ...other.unwanted],
  filters: [...one.filters, ...other.filters],
});

/** A filter that every matching document passes; null if there is none. */
function filterFrom(condition: Condition, now: Date): Filter | null {
  switch (condition.kind) {
    case 'keys': {
      const any = condition.any.map(
        (keys): Filter => ({
          kind: 'and',
          of: keys.map((value): Filter => ({ kind: 'is', field: 'keys', value })),
        }),
      );
      return any.length === 1 && condition.any[0]!.length === 1
        ? (any[0] as { of: Filter[] }).of[0]!
        : { kind: 'or', of: any };
    }
    case 'thread':
      return {
        kind: 'or',
        of: condition.any.map((value): Filter => ({ kind: 'is', field: 'thread_id', value })),
      };
    case 'size':
      return { kind: 'compare', field: 'size', compare: condition.compare, value: condition.bytes };
    case 'needs_reply': {
      const { compare, value } = condition;
      if (compare !== '>=' && compare !== '<=' && compare !== '<' && compare !== '>') return null;
      return { kind: 'compare', field: 'needs_reply', compare, value };
    }
    case 'time': {
      const moment = Date.parse(condition.moment) / 1_000;
      if (!Number.isFinite(moment) || condition.compare === 'on' || condition.clock === 'arrival')
        return null;
      // A date in the future counts as now.
      if (condition.compare === '<' && moment + FURTHEST_ZONE >= now.getTime() / 1_000) return null;
      const value = Math.floor(moment) + (condition.compare === '<' ? FURTHEST_ZONE + 1 : -FURTHEST_ZONE);
      return { kind: 'compare', field: 'date', compare: condition.compare, value };
    }
    default:
      return null;
  }
}

function inLanguage({ terms, unwanted, filters }: CandidateQuery, queries: TermQueries): IndexQuery {
  const phrases: string[][] = [];
  let prefix: string | null = null;
  for (const term of terms) {
    const lexemes = lexemesOf(queries.get(term) ?? '');
    if (term.kind === 'prefix') prefix = lexemes.pop() ?? prefix;
    if (term.kind === 'prefix') phrases.push(...lexemes.map((lexeme) => [lexeme]));
    else if (lexemes.length > 0) phrases.push(lexemes);
  }
  return {
    phrases,
    prefix,
    unwanted: unwanted.flatMap((term) => {
      const lexemes = lexemesOf(queries.get(term) ?? '');
      return lexemes.length === 1 ? lexemes : [];
    }),
    part: partOf(terms),
    filter: { kind: 'and', of: filters },
  };
}

const parts: Readonly<Record<string, IndexQuery['part']>> = { A: 'subject', D: 'body' };

const partOf = (terms: readonly Term[]): IndexQuery['part'] =>
  new Set(terms.map((term) => term.parts)).size === 1 ? (parts[terms[0]!.parts] ?? null) : null;

export type SearchParams = Pick<Question, 'tenantId' | 'identityId' | 'before' | 'unhurried'> & {
  review: boolean;
};

export const questionOf = ({ review, ...asked }: SearchParams, wanted: IndexQuery[]): Question => ({
  ...asked,
  key: review ? 'seen:reviewer' : 'seen:all',
  wanted,
});
