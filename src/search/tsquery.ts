import type { Condition, Term } from './plan.ts';

/** The text of a tsquery for each term, made by Postgres in the languages of a mailbox; null for a term without a word. */
export type TermQueries = ReadonlyMap<Term, string>;

const LEXEME = /'(?:[^']|'')*'(:\*)?/g;

/** Restricts every lexeme to parts of the document: `'bill' <-> 'due'` with `A` is `'bill':A <-> 'due':A`. */
export const inParts = (query: string, parts: string): string =>
  parts === ''
    ? query
    : query.replace(LEXEME, (lexeme, star) => (star ? `${lexeme}${parts}` : `${lexeme}:${parts}`));

/** The lexemes, in order, of a query that has no alternatives. */
export const lexemesOf = (query: string): string[] =>
  [...query.matchAll(LEXEME)].map(([lexeme]) =>
    lexeme.replace(/:\*$/, '').slice(1, -1).replaceAll("''", "'"),
  );

/** Every term of a condition, including excluded ones. */
export function termsOf(condition: Condition): Term[] {
  if (condition.kind === 'term') return [condition.term];
  if (condition.kind === 'not') return termsOf(condition.of);
  return 'of' in condition ? condition.of.flatMap(termsOf) : [];
}

/** The terms to highlight in a document. */
export function wantedTerms(condition: Condition): Term[] {
  if (condition.kind === 'term') return [condition.term];
  return condition.kind === 'and' || condition.kind === 'or' ? condition.of.flatMap(wantedTerms) : [];
}

/**
 * Whether the tsquery is weaker than the condition. A lexeme without positions matches every weight, so words that must
 * be in one part of a document have to be checked there again.
 */
export const needsPart = (condition: Condition): boolean =>
  termsOf(condition).some((term) => term.parts !== '');

/** The condition as one tsquery that every matching document fulfils; null if it needs more than words. */
export function asTsquery(condition: Condition, queries: TermQueries): string | null {
  switch (condition.kind) {
    case 'term':
      return `(${inParts(queries.get(condition.term)!, condition.term.parts)})`;
    case 'not': {
      if (needsPart(condition.of)) return null;
      const inner = asTsquery(condition.of, queries);
      return inner && `!${inner}`;
    }
    case 'and':
    case 'or': {
      const parts = condition.of.map((part) => asTsquery(part, queries));
      if (parts.some((part) => part === null)) return null;
      return `(${parts.join(condition.kind === 'and' ? ' & ' : ' | ')})`;
    }
    default:
      return null;
  }
}

/** Whether a document must contain some word to match. Only then can the index find it by its words. */
export function needsWord(condition: Condition): boolean {
  if (condition.kind === 'term') return true;
  if (condition.kind === 'and') return condition.of.some(needsWord);
  return condition.kind === 'or' && condition.of.every(needsWord);
}
