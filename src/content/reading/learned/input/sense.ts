import { addMeanings, DIMENSIONS, loadMeanings, meaningsIn } from '../text/meanings.ts';
import type { Words } from '../text/ngrams.ts';
import type { Vector } from './vector.ts';

// The sense of a message and its passages in any language: the sum of the vectors of their words.

/** Weights of a message's parts: body, subject, first passage, last passages, everything else. */
const MESSAGE_WEIGHTS = [1, 0.7, 0.5, 0.5, 0.4] as const;
/** Weights for a passage: itself, the one before, the one after, the whole message. */
const PASSAGE_WEIGHTS = [1, 0.5, 0.5, 0.5] as const;
export const MESSAGE_SENSES = MESSAGE_WEIGHTS.length * DIMENSIONS;
export const PASSAGE_SENSES = PASSAGE_WEIGHTS.length * DIMENSIONS;

/** The sum of the vectors of a passage's words. */
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

/** Takes the parts of a message in the order of their weights. */
export const messageSense = (parts: readonly (Sense | null)[]): Vector =>
  joined(parts, MESSAGE_WEIGHTS, messageIndices);

export const passageSense = (parts: readonly (Sense | null)[]): Vector =>
  joined(parts, PASSAGE_WEIGHTS, passageIndices);

/** These vectors are dense: every index occurs. */
const inOrder = (length: number): Int32Array => Int32Array.from({ length }, (_, at) => at);
const messageIndices = inOrder(MESSAGE_SENSES);
const passageIndices = inOrder(PASSAGE_SENSES);

/** Scales each part to its weight, so that long parts count no more than short ones. */
function joined(parts: readonly (Sense | null)[], weights: readonly number[], indices: Int32Array): Vector {
  const values = new Float32Array(indices.length);
  for (let place = 0; place < parts.length; place++) {
    const part = parts[place];
    if (!part) continue;
    let square = 0;
    for (let at = 0; at < DIMENSIONS; at++) square += part[at]! * part[at]!;
    const scale = weights[place]! / Math.max(1, Math.sqrt(square));
    const base = place * DIMENSIONS;
    for (let at = 0; at < DIMENSIONS; at++) values[base + at] = part[at]! * scale;
  }
  return { indices, values, length: indices.length };
}
