import type { Filter, Question, Wanted } from '#kernel/ports/search-index.ts';
import type { Condition, Term } from '../plan.ts';
import { lexemesOf, type TermQueries } from '../tsquery.ts';

/** More searches at once are not asked for. */
const MOST_WANTED = 16;
/** Dates without an offset are meant in the tenant's time zone; none is further from UTC. */
const FURTHEST_ZONE = 15 * 3_600;

type Like = { terms: Term[]; unwanted: Term[]; filters: Filter[] };

/**
 * A condition as questions to an index that knows words, keys and numbers. What it cannot be asked is left out: it then
 * finds more than fits. Null when it would have to be asked too much at once, or for words or else for none: it does not
 * rank the two together.
 */
export function wantedFrom(condition: Condition, languages: readonly TermQueries[]): Wanted[] | null {
  const likes = likesOf(condition);
  if (likes === null) return null;
  const worded = likes.filter(({ terms }) => terms.length > 0);
  const wordless = likes.filter(({ terms }) => terms.length === 0);
  if (worded.length > 0 && wordless.length > 0) return null;
  const wanted = new Map<string, Wanted>();
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

export const asksForWords = (wanted: readonly Wanted[]): boolean =>
  wanted.some(({ phrases, prefix }) => phrases.length > 0 || prefix !== null);

/** What is left to ask of a document whatever its words, each once. */
export function withoutWords(wanted: readonly Wanted[]): Wanted[] {
  const rest = wanted.map(({ filter }) => ({ phrases: [], prefix: null, unwanted: [], part: null, filter }));
  return [...new Map(rest.map((one) => [JSON.stringify(one), one])).values()];
}

/** The condition as a choice of what all must be there; null when there are too many choices. */
function likesOf(condition: Condition): Like[] | null {
  switch (condition.kind) {
    case 'and': {
      let all: Like[] = [nothing()];
      for (const part of condition.of) {
        const likes = likesOf(part);
        if (likes === null || likes.length * all.length > MOST_WANTED) return null;
        all = all.flatMap((one) => likes.map((other) => joined(one, other)));
      }
      return all;
    }
    case 'or': {
      const all = condition.of.map(likesOf);
      const likes = all.flatMap((part) => part ?? []);
      return all.includes(null) || likes.length > MOST_WANTED ? null : likes;
    }
    case 'term':
      return [{ ...nothing(), terms: [condition.term] }];
    case 'not': {
      const { of } = condition;
      if (of.kind === 'term' && of.term.kind === 'words' && of.term.parts === '')
        return [{ ...nothing(), unwanted: [of.term] }];
      const filter = filterFrom(of);
      return [filter ? { ...nothing(), filters: [{ kind: 'not', of: filter }] } : nothing()];
    }
    default: {
      const filter = filterFrom(condition);
      return [filter ? { ...nothing(), filters: [filter] } : nothing()];
    }
  }
}

const nothing = (): Like => ({ terms: [], unwanted: [], filters: [] });

const joined = (one: Like, other: Like): Like => ({
  terms: [...one.terms, ...other.terms],
  unwanted: [...one.unwanted, ...other.unwanted],
  filters: [...one.filters, ...other.filters],
});

/** A filter that lets through at least what fits; null when it can't be told. */
function filterFrom(condition: Condition): Filter | null {
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
      if (!Number.isFinite(moment) || condition.compare === 'on') return null;
      const value = Math.floor(moment) + (condition.compare === '<' ? FURTHEST_ZONE + 1 : -FURTHEST_ZONE);
      return { kind: 'compare', field: 'date', compare: condition.compare, value };
    }
    default:
      return null;
  }
}

function inLanguage({ terms, unwanted, filters }: Like, queries: TermQueries): Wanted {
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

const parts: Readonly<Record<string, Wanted['part']>> = { A: 'subject', D: 'body' };

const partOf = (terms: readonly Term[]): Wanted['part'] =>
  new Set(terms.map((term) => term.parts)).size === 1 ? (parts[terms[0]!.parts] ?? null) : null;

export type Asked = Pick<Question, 'tenantId' | 'identityId' | 'before' | 'unhurried'> & { review: boolean };

export const questionOf = ({ review, ...asked }: Asked, wanted: Wanted[]): Question => ({
  ...asked,
  key: review ? 'seen:reviewer' : 'seen:all',
  wanted,
});
