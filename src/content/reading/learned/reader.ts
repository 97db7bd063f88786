import { evidenceOf, type Scored } from './evidence.ts';
import { HEADS, type Head, headAt } from './heads.ts';
import { type Brands, brandsOf } from './input/brands.ts';
import { dissect, Features, senseOfMessage, sensesOfPassages } from './input/features.ts';
import type { Vector } from './input/vector.ts';
import { type Category, type Content, categories, type Flag, learnedFlags, type Reading } from './message.ts';
import type { Likeliness } from './text/decode.ts';
import { likelinessBy } from './text/likeliness.ts';
import { DENSE, denseOf, SENSE, SENSE_SHARE, sigmoid } from './verdict.ts';
import { STEPS, type Weights, widths } from './weights.ts';

/** Reads messages with the given weights. Not shared between threads: it reuses its buffers. */
export class Reader {
  readonly weights: Weights;
  readonly features = new Features();
  readonly #brands: Brands;
  readonly #likely: Likeliness;
  /** Word weights as signed squared steps; multiplied by a head's scale they become numbers. */
  readonly #message: Int16Array;

  constructor(weights: Weights) {
    if (weights.header.heads.length !== HEADS || weights.stageTwo.length !== HEADS * DENSE)
      throw new Error('the weights have other heads: run npm run reading:train');
    this.weights = weights;
    this.#brands = brandsOf(weights.brands);
    this.#likely = likelinessBy(weights.letterPairs);
    this.#message = squared(weights.message);
  }

  /** Pure. Takes time linear in the length of the message, up to a bound. */
  read(content: Content): Reading {
    const scored = this.score(content);
    const { thresholds } = this.weights.header;
    const of = (head: Head): number => rounded(scored.probabilities[headAt(head)]!);
    const scores = Object.fromEntries([
      ...learnedFlags.map((flag) => [flag, of(flag)] as const),
      ['prompt_injection', of('injection')] as const,
    ]) as Record<Flag, number>;
    const likeliest = (among: readonly Category[]): Category =>
      among.reduce((best, one) => (of(one) > of(best) ? one : best));
    const category = likeliest(categories);
    const flags = ([...learnedFlags, 'prompt_injection'] as const).filter(
      (flag) => scores[flag] >= thresholds[flag],
    );
    return {
      category,
      next_category: likeliest(categories.filter((one) => one !== category)),
      urgency: (['urgency 1', 'urgency 2', 'urgency 3'] as const).filter((head) => of(head) > 0.5).length,
      needs_reply: of('reply'),
      spam_probability: of('is spam'),
      flags,
      scores,
      evidence: flags.flatMap((flag) => evidenceOf(this, scored, flag, scores[flag])),
    };
  }

  score(content: Content): Scored {
    const dissected = dissect(content, this.#likely);
    const sums = new Float64Array(HEADS);
    this.#dotMessage(this.features.message(dissected, this.#brands), sums);
    const raw = Float64Array.from(
      sensesOfPassages(dissected),
      (sense, at) =>
        this.#dotPassage(this.features.passage(dissected, at)) +
        SENSE_SHARE * innerOf(sense.values, this.weights.passageSense, 1, 0),
    );
    const sense = senseOfMessage(dissected).values;
    const dense = denseOf(sums, dissected.passages, raw);
    const [slope, constant] = this.weights.header.passage;
    return {
      dissected,
      probabilities: Float64Array.from(sums, (_, head) => {
        dense[SENSE] = innerOf(sense, this.weights.sense, HEADS, head);
        return this.#stageTwo(dense, head);
      }),
      passages: raw.map((score) => sigmoid(slope * score + constant)),
    };
  }

  /** The score of a word vector for a head. */
  scoreFor(head: Head, { indices, values, length }: Vector): number {
    const message = this.#message;
    const at = headAt(head);
    let sum = 0;
    for (let place = 0; place < length; place++)
      sum += values[place]! * message[indices[place]! * HEADS + at]!;
    return sum;
  }

  #dotMessage({ indices, values, length }: Vector, sums: Float64Array): void {
    const message = this.#message;
    const { scales } = this.weights;
    for (let at = 0; at < length; at++) {
      const value = values[at]!;
      const base = indices[at]! * HEADS;
      for (let head = 0; head < HEADS; head++) sums[head]! += value * message[base + head]!;
    }
    for (let head = 0; head < HEADS; head++) sums[head]! *= scales[head]! / (STEPS * STEPS);
  }

  #dotPassage({ indices, values, length }: Vector): number {
    const { passage, scales } = this.weights;
    let sum = 0;
    for (let at = 0; at < length; at++) sum += values[at]! * widths[passage[indices[at]!]! + 128]!;
    return sum * scales[HEADS]!;
  }

  #stageTwo(dense: Float64Array, head: number): number {
    const { stageTwo } = this.weights;
    let sum = 0;
    for (let at = 0; at < DENSE; at++) sum += dense[at]! * stageTwo[head * DENSE + at]!;
    return sigmoid(sum);
  }
}

function squared(steps: Int8Array): Int16Array {
  const squares = new Int16Array(steps.length);
  for (let at = 0; at < steps.length; at++) squares[at] = steps[at]! * Math.abs(steps[at]!);
  return squares;
}

function innerOf(values: Float32Array, weights: Float32Array, outputs: number, output: number): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]! * weights[at * outputs + output]!;
  return sum;
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
