import { readFileSync } from 'node:fs';
import type { Vector } from '../learned/input/vector.ts';
import { type CodeCandidate, codeCandidates, linesOf } from './code-candidates.ts';
import { BITS, type CandidateVectors, Features } from './features.ts';
import { type LinkCandidate, linkCandidates } from './link-candidates.ts';
import { bounded, type VerificationInput } from './message-text.ts';

/** What the reader says of the message as a whole; probabilities from 0 to 1. */
export type Verdict = { otp: number; spam: number; phishing: number; isVerification: boolean };

export const kinds = ['code', 'link'] as const;
export type Kind = (typeof kinds)[number];

/** The numbers that a decision is made of: the best of its kind, that of the other kind, the verdict, a constant. */
const NUMBERS = 7;

/**
 * What was learned of a kind: a weight for each bucket, which gives a candidate its score; then a logistic regression over
 * the best score and the reader's verdict, and the sum from which on the candidate counts.
 */
export type Scorer = { weights: Int8Array; scale: number; decision: Float32Array; threshold: number };
export type Scorers = Record<Kind, Scorer>;

/** The candidates of a message with their vectors. */
type Candidates = {
  code: { all: CodeCandidate[]; vectors: CandidateVectors };
  link: { all: LinkCandidate[]; vectors: CandidateVectors };
};

let features: Features | undefined;

/**
 * Everything in a message that has the form of a code, or of a link that only its receiver has.
 * @param mayHaveCode if not, its numbers are left out; where it has such links, they still count beside them
 */
export function candidatesOf(given: VerificationInput, mayHaveCode = true): Candidates {
  features ??= new Features();
  const input = bounded(given);
  const links = linkCandidates(input);
  const lines = mayHaveCode || links.length > 0 ? linesOf(input.subject, input.text) : [];
  const codes = codeCandidates(lines);
  return {
    code: { all: codes, vectors: features.codes(lines, codes) },
    link: { all: links, vectors: features.links(input.subject, input.text, links) },
  };
}

/** The best candidate with its score; -1 when there is none. */
export function best(
  { shared, own }: CandidateVectors,
  weights: Int8Array | Float32Array,
  scale = 1,
): { at: number; score: number } {
  let found = { at: -1, score: Number.NEGATIVE_INFINITY };
  const common = innerOf(shared, weights);
  for (const [at, vector] of own.entries()) {
    const score = (common + innerOf(vector, weights)) * scale;
    if (score > found.score) found = { at, score };
  }
  return found;
}

function innerOf({ indices, values, length }: Vector, weights: Int8Array | Float32Array): number {
  let sum = 0;
  for (let place = 0; place < length; place++) sum += values[place]! * weights[indices[place]!]!;
  return sum;
}

const LEAST = -3;
const logit = (share: number): number => {
  const bounded = Math.min(0.9999, Math.max(0.0001, share));
  return Math.log(bounded / (1 - bounded));
};

/** The numbers of a decision. */
export const numbersOf = (own: number, other: number, said: Verdict): Float64Array =>
  Float64Array.from([
    Math.max(LEAST, own),
    Math.max(LEAST, other),
    logit(said.otp),
    said.isVerification ? 1 : 0,
    logit(said.spam),
    logit(said.phishing),
    1,
  ]);

export const sumOf = (numbers: ArrayLike<number>, decision: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < NUMBERS; at++) sum += numbers[at]! * decision[at]!;
  return sum;
};

export const weightsFile = new URL('verification.weights', import.meta.url);

const SIZE = 1 << BITS;
const HEAD = NUMBERS + 2;

/** For each kind its scale, its threshold and its decision as floats; then the weights of both as bytes. */
export function encodeScorers(scorers: Scorers): Uint8Array {
  const bytes = new Uint8Array(kinds.length * (HEAD * 4 + SIZE));
  const head = new Float32Array(bytes.buffer, 0, kinds.length * HEAD);
  for (const [at, kind] of kinds.entries()) {
    const { weights, scale, decision, threshold } = scorers[kind];
    head.set([scale, threshold, ...decision], at * HEAD);
    new Int8Array(bytes.buffer, kinds.length * HEAD * 4 + at * SIZE, SIZE).set(weights);
  }
  return bytes;
}

export function decodeScorers({ buffer }: Uint8Array<ArrayBuffer>): Scorers {
  const scorer = (at: number): Scorer => {
    const [scale, threshold, ...decision] = new Float32Array(buffer, at * HEAD * 4, HEAD);
    const weights = new Int8Array(buffer, kinds.length * HEAD * 4 + at * SIZE, SIZE);
    return { weights, scale: scale!, decision: Float32Array.from(decision), threshold: threshold! };
  };
  return { code: scorer(0), link: scorer(1) };
}

let loaded: Scorers | undefined;

/** The scorers in the repository, read once in each thread. */
export function theScorers(): Scorers {
  loaded ??= decodeScorers(Uint8Array.from(readFileSync(weightsFile)));
  return loaded;
}
