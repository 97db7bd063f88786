import type { Condition, Term } from '../plan.ts';

/** The maximum number of documents that a relaxed search examines, enough to include the best ones. */
export const MOST_RELAXED = 1_000;
/** Rare words select the candidates, up to about this many documents. Common words only add to their scores. */
const MOST_HOLDING = 3_000;

/** The optional words of a query, and the conditions that remain required: phrases, operators and exclusions. */
export function looseTerms(condition: Condition): { loose: Term[]; rest: Condition[] } {
  const parts = condition.kind === 'and' ? condition.of : [condition];
  const loose = parts.flatMap((part) => (part.kind === 'term' && part.term.loose ? [part.term] : []));
  const rest = parts.filter((part) => !(part.kind === 'term' && part.term.loose));
  return { loose, rest };
}

/**
 * The words of which a document must contain one to be examined: the heaviest ones, as long as they are not too common
 * together. `holding` estimates how many documents of the mailbox contain each.
 */
export function essential<T extends { weight: number; holding: number }>(terms: readonly T[]): T[] {
  const found = terms.filter(({ holding }) => holding > 0).toSorted((a, b) => b.weight - a.weight);
  let sum = 0;
  const fitting = found.filter(({ holding }) => {
    sum += holding;
    return sum <= MOST_HOLDING;
  });
  return fitting.length > 0 ? fitting : found.slice(0, 1);
}
