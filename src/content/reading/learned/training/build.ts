import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Scored, thresholdAtPrecision, thresholdAtRate } from '../evaluation/metrics.ts';
import { HEADS, headAt, heads } from '../heads.ts';
import { MESSAGE_BITS, PASSAGE_BITS } from '../input/features.ts';
import { type LearnedFlag, learnedFlags } from '../message.ts';
import { DENSE } from '../verdict.ts';
import type { Weights, WeightsHeader } from '../weights.ts';
import type { Writer } from './corpus.ts';
import { type Example, examplesOf, type Lexical, learnLexical } from './dataset.ts';
import { trainFolds } from './folds.ts';
import { fitLogistic } from './logistic.ts';
import { quantise } from './quantise.ts';
import {
  type CrossValidated,
  crossValidate,
  crossValidateStageTwo,
  knownTruthsOf,
  type StageTwo,
  settings,
  type Truths,
  trainStageTwo,
} from './stages.ts';

/** Goes up when the trainer or the features change, so that the check asks for a new training. */
export const TRAINER = '14';

/**
 * False alarms that thresholds are chosen for, on writers that the models had not seen. They are above the goals (0.02 and
 * 0.005), because a third of what the training writers wrote are hard negatives; mailboxes have fewer.
 */
const budget = { injection: 0.022, spam: 0.007 };

/** A flag is raised at the precision that is our goal if most cases are still found then, else at the least useful one. */
const flagged = { precision: 0.9, recall: 0.85, leastPrecision: 0.8 };

export type Built = { weights: Weights; examples: Example[]; said: number[][] };

/** Trains everything. `said`: what writers left out were told, for the evaluation. */
export async function build(writers: readonly Writer[], corpora: string): Promise<Built> {
  const lexical = learnLexical(writers);
  const examples = examplesOf(writers, lexical);
  const truths = examples.map(({ message }) => knownTruthsOf(message));
  const validated = crossValidate(examples, await trainFolds(writers, examples));
  const said = crossValidateStageTwo(validated, truths);
  const stageTwo = trainStageTwo(validated.rows, truths);
  const source = { corpora, writers: writers.length };
  const weights = weightsOf({ source, lexical, examples, truths, validated, said, stageTwo });
  return { weights, examples, said };
}

type Trained = {
  source: Pick<WeightsHeader, 'corpora' | 'writers'>;
  lexical: Lexical;
  examples: readonly Example[];
  truths: readonly Truths[];
  validated: CrossValidated;
  said: readonly number[][];
  stageTwo: StageTwo;
};

function weightsOf({ source, lexical, examples, truths, validated, said, stageTwo }: Trained): Weights {
  const message = quantise(validated.mean.message);
  const passage = quantise(validated.mean.passage);
  const header: WeightsHeader = {
    trainer: TRAINER,
    ...source,
    messages: examples.length,
    settings,
    heads: [...heads],
    messageBits: MESSAGE_BITS,
    passageBits: PASSAGE_BITS,
    thresholds: thresholdsOf(said, truths),
    passage: calibrate(validated, examples),
  };
  return {
    header,
    brands: lexical.names.pairs(),
    letterPairs: lexical.pairs,
    stageTwo: Float32Array.from(
      { length: HEADS * DENSE },
      (_, at) => stageTwo[Math.floor(at / DENSE)]![at % DENSE]!,
    ),
    sense: validated.mean.sense.weights,
    passageSense: validated.mean.passageSense.weights,
    scales: Float32Array.from([...message.scales, ...passage.scales]),
    message: message.bytes,
    passage: passage.bytes,
  };
}

/** From messages with all labels: those gathered for their steering are not what a mailbox receives. */
export function thresholdsOf(
  said: readonly number[][],
  truths: readonly Truths[],
): WeightsHeader['thresholds'] {
  const isWhole = truths.map((row) => row.every((truth, head) => truth !== null || heads[head] === 'asks'));
  const of = (head: number) =>
    said.flatMap((one, place) => {
      const truth = truths[place]![head]!;
      return truth === null || !isWhole[place] ? [] : [{ score: one[head]!, truth }];
    });
  const atMost = (threshold: number): number => Math.min(threshold, 0.999);
  const flags = learnedFlags.map((flag) => [flag, atMost(flagThreshold(of(headAt(flag))))] as const);
  return {
    ...(Object.fromEntries(flags) as Record<LearnedFlag, number>),
    prompt_injection: thresholdAtRate(of(headAt('injection')), budget.injection),
    spam: thresholdAtRate(of(headAt('is spam')), budget.spam),
  };
}

function flagThreshold(examples: readonly Scored[]): number {
  const threshold = thresholdAtPrecision(examples, flagged.precision);
  const cases = examples.filter(({ truth }) => truth);
  const found = cases.filter(({ score }) => score >= threshold).length;
  return found >= flagged.recall * cases.length
    ? threshold
    : thresholdAtPrecision(examples, flagged.leastPrecision);
}

/** Platt's scaling of the passages' scores. */
function calibrate({ scores }: CrossValidated, examples: readonly Example[]): [number, number] {
  const rows: Float64Array[] = [];
  const truths: boolean[] = [];
  examples.forEach(({ labels }, place) => {
    labels.forEach((label, at) => {
      if (label === 'unclear') return;
      rows.push(Float64Array.of(scores[place]!.passages[0]![at]!, 1));
      truths.push(label === 'attack');
    });
  });
  const [slope, constant] = fitLogistic(rows, truths, () => 1e-3);
  return [slope!, constant!];
}

/** What the weights hang on besides the code. */
export function corporaHash(files: readonly URL[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}
