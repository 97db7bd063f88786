import { addMeanings, DIMENSIONS, loadMeanings, meaningsIn } from '../text/meanings.ts';
import type { Words } from '../text/ngrams.ts';
import type { Vector } from './vector.ts';

// What a message and its passages are about, in whatever language: the directions of their words, added up.

/** Of a message, the parts whose sense counts, and how much each weighs. */
const MESSAGE_WEIGHTS = [1, 0.7, 0.5, 0.5, 0.4] as const;
/** Of a passage: itself, the one before, the one after, the whole message. */
const PASSAGE_WEIGHTS = [1, 0.5, 0.5, 0.5] as const;
export const MESSAGE_SENSES = MESSAGE_WEIGHTS.length * DIMENSIONS;
export const PASSAGE_SENSES = PASSAGE_WEIGHTS.length * DIMENSIONS;

/** The sum of the directions of the words of a passage. */
export type Sense = Float64Array;

export function senseOf(words: Words): Sense {
  const table = loadMeanings();
  const sum = new Float64Array(DIMENSIONS);
  addMeanings(meaningsIn(words, table), table, sum);
  return sum;
}

export function sumOf(senses: readonly Sense[]): Sense {
  const sum = new Float64Array(DIMENSIONS);
  for (const sense of senses) for (let at = 0; at < DIMENSIONS; at++) sum[at] = sum[at]! + sense[at]!;
  return sum;
}

/** Of the parts of a message in the order of their weights. */
export const messageSense = (parts: readonly (Sense | null)[]): Vector => joined(parts, MESSAGE_WEIGHTS);

export const passageSense = (parts: readonly (Sense | null)[]): Vector => joined(parts, PASSAGE_WEIGHTS);

/** Each part as long as it weighs, whatever the number of its words. */
function joined(parts: readonly (Sense | null)[], weights: readonly number[]): Vector {
  const length = parts.length * DIMENSIONS;
  const values = new Float32Array(length);
  parts.forEach((part, place) => {
    if (!part) return;
    let square = 0;
    for (let at = 0; at < DIMENSIONS; at++) square += part[at]! * part[at]!;
    const scale = weights[place]! / Math.max(1, Math.sqrt(square));
    for (let at = 0; at < DIMENSIONS; at++) values[place * DIMENSIONS + at] = part[at]! * scale;
  });
  return { indices: Int32Array.from(values, (_, at) => at), values, length };
}
