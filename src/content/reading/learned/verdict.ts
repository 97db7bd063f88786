import { askingHeads, HEADS, headAt, heads, passageHeads } from './heads.ts';
import type { Passage } from './input/passages.ts';

// The second stage: a logistic regression for each head turns the scores of the first stage into a probability. It was
// trained on scores of writers that the first stage had not seen.

const places = ['shown', 'quoted', 'unseen', 'file', 'name', 'decoded'] as const;
type PlaceKind = (typeof places)[number];

/** The kind of place that a passage stands in. */
export function placeKind({ place, part, layout, encoded }: Passage): PlaceKind {
  if (encoded !== undefined) return 'decoded';
  if (place === 'filename' || place === 'name') return 'name';
  if (part === 'attachment') return 'file';
  if (part === 'html_hidden' || part === 'html_comment') return 'unseen';
  return layout.quoted || layout.fenced || layout.forwarded ? 'quoted' : 'shown';
}

const FLOOR = -2;
/** Scores below it say no more than it does, so that no product of two of them is large. */
const GATE_FLOOR = -1.5;
/**
 * Where the columns of what passages ask for begin: for each flag the best passage, and the best that steers as well, so
 * that a demand which is made to software weighs too.
 */
const ASKING = HEADS + 6 + places.length;
const EXTRA = 6 + places.length + 2 * askingHeads.length;
/** Where the products of each head's score with that of spam begin. */
export const GATED = HEADS + EXTRA;
/** The column of the sense score, the only one that differs between heads. */
export const SENSE = GATED + HEADS;
/** The number of inputs of the second stage, the constant included. */
export const DENSE = SENSE + 2;
/** Whether a column says of passages what a head says of the message. */
export const isAskedBy = (head: number, column: number): boolean =>
  column >= ASKING &&
  column < ASKING + 2 * askingHeads.length &&
  askingHeads[(column - ASKING) >> 1] === heads[head];

/** The weight of a passage's sense score beside its word score. */
export const SENSE_SHARE = 0.25;

/** Scores of a message's passages, in the order of `passageHeads`. */
export type PassageScores = readonly ArrayLike<number>[];

/**
 * The scores of the heads, a summary of the passages' scores, and the products with the score of spam: what a score says
 * of honest mail differs from what it says of a scam.
 */
export function denseOf(
  scores: ArrayLike<number>,
  passages: readonly Passage[],
  passageScores: PassageScores,
): Float64Array {
  const steering = passageScores[passageHeads.indexOf('injection')]!;
  const dense = new Float64Array(DENSE);
  for (let head = 0; head < HEADS; head++) dense[head] = scores[head]!;
  const sorted = Float64Array.from(steering).sort().reverse();
  const best = (rank: number): number => Math.max(FLOOR, sorted[rank] ?? FLOOR);
  dense[HEADS] = best(0);
  dense[HEADS + 1] = best(1);
  dense[HEADS + 2] = best(2);
  dense[HEADS + 3] =
    Math.log(sorted.reduce((sum, score) => sum + Math.exp(2 * Math.min(score, 4)), 1e-3)) / 2;
  dense[HEADS + 4] = Math.log2(passages.length + 1) / 4;
  dense[HEADS + 5] = Math.max(0, best(0)) * Math.max(0, scores[headAt('injection')]! + 1);
  places.forEach((kind, at) => {
    let most = FLOOR;
    passages.forEach((passage, place) => {
      if (placeKind(passage) === kind) most = Math.max(most, steering[place]!);
    });
    dense[HEADS + 6 + at] = most;
  });
  askingHeads.forEach((head, at) => {
    const asking = passageScores[passageHeads.indexOf(head)]!;
    let [most, steered] = [FLOOR, FLOOR];
    for (let place = 0; place < passages.length; place++) {
      most = Math.max(most, asking[place]!);
      steered = Math.max(steered, Math.min(asking[place]!, steering[place]!));
    }
    dense[ASKING + 2 * at] = most;
    dense[ASKING + 2 * at + 1] = steered;
  });
  const gate = (head: number): number => Math.max(GATE_FLOOR, scores[head]!);
  const spam = gate(headAt('is spam'));
  for (let head = 0; head < HEADS; head++) dense[GATED + head] = spam * gate(head);
  dense[DENSE - 1] = 1;
  return dense;
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
