import { readFileSync } from 'node:fs';
import { type Certainty, SIGNS } from './certainty.ts';
import { factNames } from './facts.ts';
import { featureNames } from './features.ts';
import { BUCKETS, DIRECTIONS, TYPES, type TypeWeights } from './question-type.ts';

/**
 * The learned scorer of sentences: a network with one hidden layer and a direct connection. Its score is compared with 0,
 * the score of the empty answer.
 */
export const HIDDEN = 16;
const FACTS = factNames.length;
/** The features of a sentence, for each fact whether it is there and whether it is wanted, and the type of the question. */
export const INPUTS = featureNames.length + 2 * FACTS + (TYPES - FACTS) + 2;
/** The share of a negative sum that passes the hidden layer. */
export const LEAK = 0.1;
/** Inputs further than this many deviations from the mean count as this far. */
const FURTHEST = 4;

export type Network = {
  /** The mean of each input, and 1 / its deviation. */
  mean: Float32Array;
  scale: Float32Array;
  hidden: Float32Array;
  hiddenBias: Float32Array;
  output: Float32Array;
  direct: Float32Array;
  bias: Float32Array;
};
export type Scorer = { type: TypeWeights; network: Network; certainty: Certainty };

/** What the network reads, not standardised. */
export function inputOf(
  { features, facts }: { features: ArrayLike<number>; facts: readonly number[] },
  types: Float32Array,
): Float32Array {
  const input = new Float32Array(INPUTS);
  input.set(features);
  let at = features.length;
  let [wanted, found, lacking] = [0, 0, 0];
  for (const [fact, has] of facts.entries()) {
    const share = types[fact]!;
    input[at++] = has * share;
    input[at++] = has;
    wanted += share;
    found += has * share;
    if (has === 0) lacking += Math.log(1.02 - share);
  }
  for (let type = FACTS; type < TYPES; type += 1) input[at++] = types[type]!;
  input[at++] = found / (wanted + 0.1);
  input[at] = lacking;
  return input;
}

/** Standardises an input in place. */
export function standardise(
  { mean, scale }: Pick<Network, 'mean' | 'scale'>,
  input: Float32Array,
): Float32Array {
  for (let at = 0; at < INPUTS; at += 1) {
    const value = (input[at]! - mean[at]!) * scale[at]!;
    input[at] = Math.max(-FURTHEST, Math.min(FURTHEST, value));
  }
  return input;
}

/** The score of a standardised input. `inner` takes the values of the hidden layer. */
export function scoreOf(
  { hidden, hiddenBias, output, direct, bias }: Network,
  input: Float32Array,
  inner?: Float32Array,
): number {
  let score = bias[0]!;
  for (let at = 0; at < INPUTS; at += 1) score += direct[at]! * input[at]!;
  for (let unit = 0; unit < HIDDEN; unit += 1) {
    let sum = hiddenBias[unit]!;
    const base = unit * INPUTS;
    for (let at = 0; at < INPUTS; at += 1) sum += hidden[base + at]! * input[at]!;
    const value = sum > 0 ? sum : LEAK * sum;
    if (inner) inner[unit] = value;
    score += output[unit]! * value;
  }
  return score;
}

const sizes = {
  mean: INPUTS,
  scale: INPUTS,
  hidden: HIDDEN * INPUTS,
  hiddenBias: HIDDEN,
  output: HIDDEN,
  direct: INPUTS,
  bias: 1,
} as const satisfies Record<keyof Network, number>;
const names = Object.keys(sizes) as (keyof Network)[];

export const emptyNetwork = (): Network =>
  Object.fromEntries(names.map((name) => [name, new Float32Array(sizes[name])])) as Network;

const signSizes = { mean: SIGNS, scale: SIGNS, weights: SIGNS, bias: 1 } as const satisfies Record<
  keyof Certainty,
  number
>;
const signNames = Object.keys(signSizes) as (keyof Certainty)[];

/**
 * All floats (little-endian): the network, the certainty, the type's directions, bias and scale; then a byte for each bucket
 * and type.
 */
export function encodeScorer({ type, network, certainty }: Scorer): Uint8Array {
  const floats = [
    ...names.map((name) => network[name]),
    ...signNames.map((name) => certainty[name]),
    type.directions,
    type.bias,
    Float32Array.of(type.scale),
  ];
  return Buffer.concat([...floats, type.buckets as Int8Array].map(bytesOf));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** @throws Error if the weights were learned for other inputs */
export function decodeScorer(bytes: Uint8Array): Scorer {
  const copy = Uint8Array.from(bytes);
  let offset = 0;
  const floats = (length: number): Float32Array => {
    const read = new Float32Array(copy.buffer, offset, length);
    offset += 4 * length;
    return read;
  };
  const sum = (all: Record<string, number>) => Object.values(all).reduce((total, size) => total + size, 0);
  const length = 4 * (sum(sizes) + sum(signSizes) + (DIRECTIONS + 1) * TYPES + 1) + BUCKETS * TYPES;
  if (copy.length !== length)
    throw new Error('The weights do not fit the scorer. Run `npm run search:train`.');
  const network = Object.fromEntries(names.map((name) => [name, floats(sizes[name])])) as Network;
  const certainty = Object.fromEntries(signNames.map((name) => [name, floats(signSizes[name])])) as Certainty;
  const [directions, bias, scale] = [floats(DIRECTIONS * TYPES), floats(TYPES), floats(1)[0]!];
  return {
    network,
    certainty,
    type: { directions, bias, scale, buckets: new Int8Array(copy.buffer, offset, BUCKETS * TYPES) },
  };
}

export const weightsFile = new URL('./answer.weights', import.meta.url);

let loaded: Scorer | undefined;
/** The scorer in the repository, read for the first question. */
export function loadScorer(): Scorer {
  loaded ??= decodeScorer(readFileSync(weightsFile));
  return loaded;
}
