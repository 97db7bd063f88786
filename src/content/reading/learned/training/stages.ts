import { HEADS, type Head, heads } from '../heads.ts';
import { MESSAGE_BITS, PASSAGE_BITS } from '../input/features.ts';
import { DENSE, denseOf, sigmoid } from '../verdict.ts';
import type { Labelled } from './corpus.ts';
import { type Example, isLabelled, truthsOf } from './dataset.ts';
import type { PassageLabel } from './labels.ts';
import { dot, type Linear, trainLinear } from './linear.ts';
import { fitLogistic, inner } from './logistic.ts';

export const settings = {
  messageCost: 1,
  passageCost: 1,
  epochs: 8,
  /** What a missed example of a head costs beside one raised falsely. */
  positive: 2,
  attack: 4,
  decoy: 2,
  folds: 6,
  ridge: 2,
  /** How much more the second stage shrinks what other heads say. */
  foreign: 50,
  seed: 20_261_122,
};

export type StageOne = { message: Linear; passage: Linear };

/** Trains the linear classifiers of messages and of passages. */
export function trainStageOne(examples: readonly Example[]): StageOne {
  const signs = new Int8Array(examples.length * HEADS);
  const costs = new Float32Array(examples.length * HEADS).fill(1);
  examples.forEach(({ message }, place) => {
    truthsOf(message).forEach((truth, head) => {
      if (!isLabelled(message, heads[head]!)) return;
      signs[place * HEADS + head] = truth ? 1 : -1;
      if (truth && !isOrdinal(heads[head]!)) costs[place * HEADS + head] = settings.positive;
    });
  });
  const { epochs, seed } = settings;
  const messageOptions = { bits: MESSAGE_BITS, outputs: HEADS, cost: settings.messageCost, epochs, seed };
  const message = trainLinear(
    examples.map(({ vector }) => vector),
    { signs, costs },
    messageOptions,
  );
  return { message, passage: trainPassages(examples) };
}

const isOrdinal = (head: Head): boolean => head.startsWith('urgency') || head === 'reply';

function trainPassages(examples: readonly Example[]): Linear {
  const labels = examples.flatMap((example) => example.labels);
  const targets = {
    signs: Int8Array.from(labels, signOf),
    costs: Float32Array.from(labels, (label) =>
      label === 'attack' ? settings.attack : label === 'decoy' ? settings.decoy : 1,
    ),
  };
  const { epochs, seed, passageCost: cost } = settings;
  const vectors = examples.flatMap(({ passageVectors }) => passageVectors);
  return trainLinear(vectors, targets, { bits: PASSAGE_BITS, outputs: 1, cost, epochs, seed });
}

const signOf = (label: PassageLabel): number => (label === 'attack' ? 1 : label === 'unclear' ? 0 : -1);

export type Scores = { heads: Float64Array; passages: Float64Array };

export function scoreWith({ message, passage }: StageOne, { vector, passageVectors }: Example): Scores {
  const sums = new Float64Array(HEADS);
  dot(vector, message.weights, HEADS, sums);
  const one = new Float64Array(1);
  const passages = Float64Array.from(passageVectors, (passageVector) => {
    dot(passageVector, passage.weights, 1, one);
    return one[0]!;
  });
  return { heads: sums, passages };
}

export const denseWith = ({ heads: sums, passages }: Scores, example: Example): Float64Array =>
  denseOf(sums, example.passages, passages);

/** Which fold a writer is in; writers stay together. */
export function foldsOf(writers: readonly string[]): Map<string, number> {
  const names = [...new Set(writers)].sort();
  return new Map(names.map((name, place) => [name, place % Math.min(settings.folds, names.length)]));
}

export type CrossValidated = {
  /** Of each example, by models that saw nothing of its writer. */
  scores: Scores[];
  rows: Float64Array[];
  fold: number[];
  folds: number;
  /** The mean of the models: it is what the reader uses. */
  mean: StageOne;
};

export function crossValidate(examples: readonly Example[]): CrossValidated {
  const byWriter = foldsOf(examples.map(({ writer }) => writer));
  const fold = examples.map(({ writer }) => byWriter.get(writer)!);
  const folds = Math.max(...fold) + 1;
  const scores: Scores[] = new Array(examples.length);
  const mean: StageOne = { message: emptyLinear(MESSAGE_BITS, HEADS), passage: emptyLinear(PASSAGE_BITS, 1) };
  for (let left = 0; left < folds; left++) {
    const trained = trainStageOne(examples.filter((_, place) => fold[place] !== left));
    examples.forEach((example, place) => {
      if (fold[place] === left) scores[place] = scoreWith(trained, example);
    });
    addTo(mean.message.weights, trained.message.weights, folds);
    addTo(mean.passage.weights, trained.passage.weights, folds);
  }
  return {
    scores,
    rows: examples.map((example, place) => denseWith(scores[place]!, example)),
    fold,
    folds,
    mean,
  };
}

const emptyLinear = (bits: number, outputs: number): Linear => ({
  outputs,
  weights: new Float32Array((1 << bits) * outputs),
});

function addTo(sum: Float32Array, weights: Float32Array, parts: number): void {
  for (let at = 0; at < sum.length; at++) sum[at] = sum[at]! + weights[at]! / parts;
}

/** One logistic regression for each head: `weights[head]`. */
export type StageTwo = Float64Array[];

/** Of a message, whether each head should say yes; null where its labels do not say. */
export type Truths = readonly (boolean | null)[];

export const knownTruthsOf = (message: Labelled): Truths =>
  truthsOf(message).map((truth, head) => (isLabelled(message, heads[head]!) ? truth : null));

export function trainStageTwo(rows: readonly Float64Array[], truths: readonly Truths[]): StageTwo {
  if (rows[0]!.length !== DENSE) throw new Error('rows of another second stage');
  return heads.map((_, head) => {
    const known = rows.map((_row, place) => place).filter((place) => truths[place]![head] !== null);
    return fitLogistic(
      known.map((place) => rows[place]!),
      known.map((place) => truths[place]![head]!),
      (column) => ridgeOf(head, column),
    );
  });
}

/** A head's own score is hardly shrunk, those of other heads are; passages count for whether a message steers. */
function ridgeOf(head: number, column: number): number {
  if (column === head) return 0.05;
  const isPassages = column >= HEADS;
  return isPassages && heads[head] === 'injection' ? settings.ridge : settings.ridge * settings.foreign;
}

export const probabilities = (stage: StageTwo, row: Float64Array): number[] =>
  stage.map((weights) => sigmoid(inner(row, weights)));

/** What the second stage says of each example when it has not seen its writer either. */
export function crossValidateStageTwo(
  { rows, fold, folds }: CrossValidated,
  truths: readonly Truths[],
): number[][] {
  const said: number[][] = new Array(rows.length);
  for (let left = 0; left < folds; left++) {
    const seen = rows.map((_, place) => place).filter((place) => fold[place] !== left);
    const stage = trainStageTwo(
      seen.map((place) => rows[place]!),
      seen.map((place) => truths[place]!),
    );
    rows.forEach((row, place) => {
      if (fold[place] === left) said[place] = probabilities(stage, row);
    });
  }
  return said;
}
