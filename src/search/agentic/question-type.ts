import { conceptsOf, meaningOf } from '#content/reading/index.ts';
import { factNames } from './facts.ts';
import { foldedWords } from './sentences.ts';

/**
 * What a question asks for, as learned from questions whose answers are known (`npm run search:train`): how likely the
 * answer contains each kind of fact, and what kind of question it is.
 */

/** The kinds of questions in the judged collections. */
export const questionKinds = [
  'amount',
  'when',
  'who',
  'where',
  'what',
  'how',
  'why',
  'yesno',
  'latest',
] as const;
export const TYPES = factNames.length + questionKinds.length;

export const BUCKETS = 4_096;
const DIMENSIONS = 64;
/** The mean direction of the first words, and of all words. */
export const DIRECTIONS = 2 * DIMENSIONS;
const FIRST_WORDS = 3;
const MOST_WORDS = 40;

/** A question as the classifier reads it: the buckets of its words and pairs of words, and their meaning. */
export type Wording = { buckets: number[]; directions: Float32Array };

export function wordingOf(text: string): Wording {
  const words = foldedWords(text, MOST_WORDS);
  const buckets = new Set<number>();
  for (const [at, word] of words.entries()) {
    buckets.add(bucketOf(word));
    if (at + 1 < words.length) buckets.add(bucketOf(`${word} ${words[at + 1]}`));
    if (at < 2) buckets.add(bucketOf(`^${at}${word}`));
    const [concept] = conceptsOf(word);
    if (concept !== undefined) buckets.add(bucketOf(`#${concept}`));
  }
  const directions = new Float32Array(DIRECTIONS);
  directions.set(meanDirection(words.slice(0, FIRST_WORDS)));
  directions.set(meanDirection(words), DIMENSIONS);
  return { buckets: [...buckets], directions };
}

function meanDirection(words: readonly string[]): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  const known = words.flatMap((word) => meaningOf(word) ?? []);
  for (const { direction } of known)
    for (const [at, value] of direction.entries()) sum[at] = sum[at]! + value / known.length;
  return sum;
}

/** FNV-1a. */
function bucketOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return (hash >>> 0) % BUCKETS;
}

/** A logistic regression for each type: `TYPES` weights for each bucket, each direction, and always. */
export type TypeWeights = {
  buckets: Int8Array | Float32Array;
  scale: number;
  directions: Float32Array;
  bias: Float32Array;
};

/** The probability of each type. */
export function typesOf(weights: TypeWeights, { buckets, directions }: Wording): Float32Array {
  const sums = Float64Array.from(weights.bias);
  for (const bucket of buckets)
    for (let type = 0; type < TYPES; type += 1)
      sums[type] = sums[type]! + weights.scale * weights.buckets[bucket * TYPES + type]!;
  for (const [at, value] of directions.entries()) {
    if (value === 0) continue;
    for (let type = 0; type < TYPES; type += 1)
      sums[type] = sums[type]! + value * weights.directions[at * TYPES + type]!;
  }
  return Float32Array.from(sums, (sum) => 1 / (1 + Math.exp(-sum)));
}
