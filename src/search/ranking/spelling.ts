import type { Queryable } from '#kernel/data/database.ts';
import { readBeginningWith } from '../repository/statistics.ts';
import { folded } from '../words.ts';

/** Shorter words have too many neighbours. */
const SHORTEST = 4;
const MOST_NEIGHBOURS = 3;
/** The maximum number of words of a query that are searched in other spellings. */
export const MOST_RESPELLED = 3;

const mayBeMistyped = (word: string): boolean => word.length >= SHORTEST && /^\p{L}+$/u.test(word);

/**
 * Words of the mailbox that may be meant by a misspelt word: words that begin with it, or that differ in one letter
 * (two for long words). It looks up shorter and shorter prefixes in the index.
 */
export async function neighboursOf(
  db: Queryable,
  mailbox: { identityId: string; below: number },
  text: string,
): Promise<string[]> {
  const word = folded(text);
  if (!mayBeMistyped(word)) return [];
  for (const beginning of beginningsOf(word)) {
    const words = await readBeginningWith(db, mailbox, beginning);
    const near = words
      .map(({ lexeme, documents }) => ({ lexeme, documents, distance: distanceTo(word, lexeme) }))
      .filter(({ distance }) => distance <= furthest(word))
      .sort((a, b) => a.distance - b.distance || b.documents - a.documents);
    const [best] = near;
    if (best)
      return near
        .filter(({ distance }) => distance <= Math.max(1, best.distance))
        .slice(0, MOST_NEIGHBOURS)
        .map(({ lexeme }) => lexeme);
  }
  return [];
}

const furthest = (word: string): number => (word.length >= 8 ? 2 : 1);

/** Its prefixes from long to short, then one with its first two letters swapped, and one without its first letter. */
function beginningsOf(word: string): string[] {
  const own = [word.length - 2, Math.ceil(word.length / 2), 3, 2].map((length) => word.slice(0, length));
  const swapped = `${word[1]}${word[0]}${word[2]}`;
  return [...new Set([...own.filter((beginning) => beginning.length >= 2), swapped, word.slice(1, 4)])];
}

/** Letters that are missing at the end of the word cost little, because people type prefixes. */
function distanceTo(word: string, other: string): number {
  if (other.startsWith(word)) return 0.5;
  return editDistance(word, other, furthest(word));
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment); `most + 1` for more. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
