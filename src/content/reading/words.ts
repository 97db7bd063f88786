import { conceptsIn, loadConcepts } from './learned/text/concepts.ts';
import { DIMENSIONS, loadMeanings, meaningsIn } from './learned/text/meanings.ts';
import { wordsOf } from './learned/text/ngrams.ts';

// What the tables of the reader know of words, for others who compare texts of several languages.

/** The concepts of a text in the order of their words, as numbers that words of the same meaning share. */
export const conceptsOf = (text: string): number[] => conceptsIn(wordsOf(text), loadConcepts());

/** The direction of a word, of length 1, and how much meaning it carries, 0 (a function word) to 1. */
export type Meaning = { direction: Float32Array; weight: number };

/** Vectors of words that mean something have about this length; those of function words are shorter. */
const FULL_LENGTH = 280;

/** Null for a word that the table does not know. */
export function meaningOf(word: string): Meaning | null {
  const table = loadMeanings();
  const [row] = meaningsIn(wordsOf(word), table);
  if (row === undefined) return null;
  const bytes = table.bytes.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
  const length = Math.sqrt(bytes.reduce((sum, value) => sum + value * value, 0));
  const direction = Float32Array.from(bytes, (value) => (length === 0 ? 0 : value / length));
  return { direction, weight: Math.min(1, length / FULL_LENGTH) };
}
