import { HEADS, type Head, heads, PASSAGE_HEADS } from '../heads.ts';
import { MESSAGE_BITS, PASSAGE_BITS } from '../input/features.ts';
import { MESSAGE_SENSES, PASSAGE_SENSES } from '../input/sense.ts';
import { DENSE, denseOf, GATED, isAskedBy, SENSE, SENSE_SHARE, sigmoid } from '../verdict.ts';
import type { Labelled } from './corpus.ts';
import { type Example, isLabelled, truthsOf } from './dataset.ts';
import { dot, type Linear, trainLinear } from './linear.ts';
import { fitLogistic, inner } from './logistic.ts';
import { passageTargets } from './passage-targets.ts';

export const settings = {
  messageCost: 1,
  passageCost: 0.25,
  senseCost: 0.1,
  passageSenseCost: 0.1,
  epochs: 8,
  /** How much rare features of messages are favoured: a power of their inverse document frequency. */
  rarity: 0.5,
  /** The cost of a missed example relative to a false alarm. */
  positive: 2,
  decoy: 1.5,
  /** The cost of a missed passage that asks for credentials or money: one of a hundred does. */
  asking: 4,
  folds: 6,
  ridge: 2,
  /** How much more the second stage shrinks the scores of other heads. */
  foreign: 50,
  /** The same for spam, to which the kind of a message says more. */
  foreignToSpam: 10,
  /** The same for products of scores. */
  gated: 10,
  seed: 20_261_122,
};

export type StageOne = { message: Linear; passage: Linear; sense: Linear; passageSense: Linear };

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
  const options = { outputs: HEADS, epochs, seed };
  const message = trainLinear(
    examples.map(({ vector }) => vector),
    { signs, costs },
    { ...options, size: 1 << MESSAGE_BITS, cost: settings.messageCost, rarity: settings.rarity },
  );
  const sense = trainLinear(
    examples.map((example) => example.sense),
    { signs, costs },
    { ...options, size: MESSAGE_SENSES, cost: settings.senseCost },
  );
  return { message, sense, ...trainPassages(examples, message) };
}

const isOrdinal = (head: Head): boolean => head.startsWith('urgency') || head === 'reply';

function trainPassages(
  examples: readonly Example[],
  message: Linear,
): Pick<StageOne, 'passage' | 'passageSense'> {
  const targets = passageTargets(examples, message, settings);
  const { epochs, seed } = settings;
  const vectors = examples.flatMap(({ passageVectors }) => passageVectors);
  const senses = examples.flatMap(({ passageSenses }) => passageSenses);
  const words = { size: 1 << PASSAGE_BITS, cost: settings.passageCost };
  const meaning = { size: PASSAGE_SENSES, cost: settings.passageSenseCost };
  return {
    passage: trainLinear(vectors, targets, { ...words, outputs: PASSAGE_HEADS, epochs, seed }),
    passageSense: trainLinear(senses, targets, { ...meaning, outputs: PASSAGE_HEADS, epochs, seed }),
  };
}

/** The scores of a message: for each head by its words and by its sense, and for each head of passages every passage's. */
export type Scores = { heads: Float64Array; senses: Float64Array; passages: Float64Array[] };

export function scoreWith(stage: StageOne, example: Example): Scores {
  const sums = new Float64Array(HEADS);
  dot(example.vector, stage.message.weights, HEADS, sums);
  const senses = new Float64Array(HEADS);
  dot(example.sense, stage.sense.weights, HEADS, senses);
  const { length } = example.passages;
  const passages = Array.from({ length: PASSAGE_HEADS }, () => new Float64Array(length));
  const [words, sense] = [new Float64Array(PASSAGE_HEADS), new Float64Array(PASSAGE_HEADS)];
  for (let at = 0; at < length; at++) {
    dot(example.passageVectors[at]!, stage.passage.weights, PASSAGE_HEADS, words);
    dot(example.passageSenses[at]!, stage.passageSense.weights, PASSAGE_HEADS, sense);
    passages.forEach((scores, head) => {
      scores[at] = words[head]! + SENSE_SHARE * sense[head]!;
    });
  }
  return { heads: sums, senses, passages };
}

/** Inputs of the second stage: one row for all heads, and a sense score for each head. */
export type Row = { dense: Float64Array; senses: Float64Array };

const rowOf = ({ heads: sums, senses, passages }: Scores, example: Example): Row => ({
  dense: denseOf(sums, example.passages, passages),
  senses,
});

/** The row as the second stage of one head reads it. */
function rowFor({ dense, senses }: Row, head: number): Float64Array {
  const own = dense.slice();
  own[SENSE] = senses[head]!;
  return own;
}

/** Which fold a writer is in; writers stay together. */
export function foldsOf(writers: readonly string[]): Map<string, number> {
  const names = [...new Set(writers)].sort();
  return new Map(names.map((name, place) => [name, place % Math.min(settings.folds, names.length)]));
}

export type CrossValidated = {
  /** Of each example, by models that saw nothing of its writer. */
  scores: Scores[];
  rows: Row[];
  fold: number[];
  folds: number;
  /** The mean of the models: it is what the reader uses. */
  mean: StageOne;
};

/** A model that saw nothing of the writers of one fold, and the scores of their messages, in order. */
export type Fold = { stage: StageOne; scores: Scores[] };

function placesOf(examples: readonly Example[]): number[] {
  const byWriter = foldsOf(examples.map(({ writer }) => writer));
  return examples.map(({ writer }) => byWriter.get(writer)!);
}

export const foldsIn = (examples: readonly Example[]): number => Math.max(...placesOf(examples)) + 1;

export function trainFold(examples: readonly Example[], left: number): Fold {
  const fold = placesOf(examples);
  const stage = trainStageOne(examples.filter((_, place) => fold[place] !== left));
  const held = examples.filter((_, place) => fold[place] === left);
  return { stage, scores: held.map((example) => scoreWith(stage, example)) };
}

export function crossValidate(examples: readonly Example[], trained: readonly Fold[]): CrossValidated {
  const fold = placesOf(examples);
  const scores: Scores[] = new Array(examples.length);
  const mean: StageOne = {
    message: emptyLinear(1 << MESSAGE_BITS, HEADS),
    sense: emptyLinear(MESSAGE_SENSES, HEADS),
    passage: emptyLinear(1 << PASSAGE_BITS, PASSAGE_HEADS),
    passageSense: emptyLinear(PASSAGE_SENSES, PASSAGE_HEADS),
  };
  trained.forEach(({ stage, scores: ofFold }, left) => {
    const held = fold.flatMap((one, place) => (one === left ? [place] : []));
    held.forEach((place, nth) => {
      scores[place] = ofFold[nth]!;
    });
    for (const part of ['message', 'sense', 'passage', 'passageSense'] as const)
      addTo(mean[part].weights, stage[part].weights, trained.length);
  });
  return {
    scores,
    rows: examples.map((example, place) => rowOf(scores[place]!, example)),
    fold,
    folds: trained.length,
    mean,
  };
}

const emptyLinear = (size: number, outputs: number): Linear => ({
  outputs,
  weights: new Float32Array(size * outputs),
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

export function trainStageTwo(rows: readonly Row[], truths: readonly Truths[]): StageTwo {
  return heads.map((_, head) => {
    const known = rows.map((_row, place) => place).filter((place) => truths[place]![head] !== null);
    if (known.length === 0) return new Float64Array(DENSE);
    return fitLogistic(
      known.map((place) => rowFor(rows[place]!, head)),
      known.map((place) => truths[place]![head]!),
      (column) => ridgeOf(head, column),
    );
  });
}

/** A head's own score is hardly shrunk, those of other heads are; passages count for whether a message steers. */
function ridgeOf(head: number, column: number): number {
  if (column === head || column === SENSE || isAskedBy(head, column)) return 0.05;
  if (column >= GATED) return settings.gated;
  const isPassages = column >= HEADS;
  if (isPassages && heads[head] === 'injection') return settings.ridge;
  return settings.ridge * (heads[head] === 'is spam' ? settings.foreignToSpam : settings.foreign);
}

export const probabilities = (stage: StageTwo, row: Row): number[] =>
  stage.map((weights, head) => sigmoid(inner(rowFor(row, head), weights)));

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
