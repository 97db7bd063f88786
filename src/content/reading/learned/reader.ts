import { evidenceOf, type Scored } from './evidence.ts';
import { HEADS, type Head, headAt } from './heads.ts';
import { type Brands, brandsOf } from './input/brands.ts';
import { dissect, Features } from './input/features.ts';
import type { Vector } from './input/vector.ts';
import { type Category, type Content, categories, type Flag, learnedFlags, type Reading } from './message.ts';
import type { Likeliness } from './text/decode.ts';
import { likelinessBy } from './text/likeliness.ts';
import { DENSE, denseOf, sigmoid } from './verdict.ts';
import { type Weights, widths } from './weights.ts';

/** Reads messages with given weights. One for each thread: it keeps what it works with. */
export class Reader {
  readonly weights: Weights;
  readonly features = new Features();
  readonly #brands: Brands;
  readonly #likely: Likeliness;

  constructor(weights: Weights) {
    if (weights.header.heads.length !== HEADS || weights.stageTwo.length !== HEADS * DENSE)
      throw new Error('the weights have other heads: run npm run reading:train');
    this.weights = weights;
    this.#brands = brandsOf(weights.brands);
    this.#likely = likelinessBy(weights.letterPairs);
  }

  /** Pure, and linear in what the message says, which is read up to a bound. */
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
    const raw = Float64Array.from(dissected.passages, (_, at) =>
      this.#dotPassage(this.features.passage(dissected, at)),
    );
    const dense = denseOf(sums, dissected.passages, raw);
    const [slope, constant] = this.weights.header.passage;
    return {
      dissected,
      probabilities: Float64Array.from(sums, (_, head) => this.#stageTwo(dense, head)),
      passages: raw.map((score) => sigmoid(slope * score + constant)),
    };
  }

  /** How much a vector of words speaks for a head. */
  scoreFor(head: Head, { indices, values, length }: Vector): number {
    const { message } = this.weights;
    const at = headAt(head);
    let sum = 0;
    for (let place = 0; place < length; place++)
      sum += values[place]! * widths[message[indices[place]! * HEADS + at]! + 128]!;
    return sum;
  }

  #dotMessage({ indices, values, length }: Vector, sums: Float64Array): void {
    const { message, scales } = this.weights;
    for (let at = 0; at < length; at++) {
      const value = values[at]!;
      const base = indices[at]! * HEADS;
      for (let head = 0; head < HEADS; head++)
        sums[head] = sums[head]! + value * widths[message[base + head]! + 128]!;
    }
    for (let head = 0; head < HEADS; head++) sums[head] = sums[head]! * scales[head]!;
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

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
