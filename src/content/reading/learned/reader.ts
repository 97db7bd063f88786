import { evidenceOf, type Scored } from './evidence.ts';
import { HEADS, type Head, headAt, PASSAGE_HEADS } from './heads.ts';
import { type Brands, brandsOf } from './input/brands.ts';
import {
  type Dissected,
  dissect,
  Features,
  senseOfMessage,
  sensesOfPassages,
  type Tokens,
} from './input/features.ts';
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
  readonly #groupSums = new Int32Array(HEADS);

  constructor(weights: Weights) {
    if (
      weights.header.heads.length !== HEADS ||
      weights.stageTwo.length !== HEADS * DENSE ||
      weights.scales.length !== HEADS + PASSAGE_HEADS
    )
      throw new Error('the weights have other heads: run npm run reading:train');
    this.weights = weights;
    this.#brands = brandsOf(weights.brands);
    this.#likely = likelinessBy(weights.letterPairs);
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
    const raw = this.#scoresOfPassages(dissected);
    const sense = senseOfMessage(dissected).values;
    const dense = denseOf(sums, dissected.passages, raw);
    const [slope, constant] = this.weights.header.passage;
    const [steering] = raw;
    return {
      dissected,
      probabilities: Float64Array.from(sums, (_, head) => {
        dense[SENSE] = innerOf(sense, this.weights.sense, HEADS, head);
        return this.#stageTwo(dense, head);
      }),
      passages: steering!.map((score) => sigmoid(slope * score + constant)),
      asking: raw,
    };
  }

  /** A passage that repeats an earlier one between the same neighbours has its score. */
  #scoresOfPassages(dissected: Dissected): Float64Array[] {
    const { passages, tokens } = dissected;
    const senseOf = sensesOfPassages(dissected);
    const scores = Array.from({ length: PASSAGE_HEADS }, () => new Float64Array(passages.length));
    const known = new Map<Tokens, number>();
    for (let at = 0; at < passages.length; at++) {
      const earlier = known.get(tokens[at]!);
      if (earlier !== undefined && isRepeated(dissected, earlier, at)) {
        for (const one of scores) one[at] = one[earlier]!;
        continue;
      }
      known.set(tokens[at]!, at);
      this.#dotPassage(this.features.passage(dissected, at), scores, at);
      const sense = senseOf(at).values;
      for (let head = 0; head < PASSAGE_HEADS; head++)
        scores[head]![at]! += SENSE_SHARE * innerOf(sense, this.weights.passageSense, PASSAGE_HEADS, head);
    }
    return scores;
  }

  /** The score of a word vector for a head. */
  scoreFor(head: Head, { indices, values, length }: Vector): number {
    const { message } = this.weights;
    const at = headAt(head);
    let sum = 0;
    for (let place = 0; place < length; place++)
      sum += values[place]! * squares[message[indices[place]! * HEADS + at]! + 128]!;
    return sum;
  }

  /** Features of one group share their value: their steps are added up as integers, and multiplied once. */
  #dotMessage({ indices, values, length }: Vector, sums: Float64Array): void {
    const { message, scales } = this.weights;
    const group = this.#groupSums;
    for (let at = 0; at < length; ) {
      const value = values[at]!;
      group.fill(0);
      let end = at;
      while (end < length && values[end] === value) end++;
      // Four rows at once: a sum is read and written a quarter as often.
      for (; at + 3 < end; at += 4) {
        const first = indices[at]! * HEADS;
        const second = indices[at + 1]! * HEADS;
        const third = indices[at + 2]! * HEADS;
        const fourth = indices[at + 3]! * HEADS;
        for (let head = 0; head < HEADS; head++)
          group[head] =
            (group[head]! +
              squares[message[first + head]! + 128]! +
              squares[message[second + head]! + 128]! +
              squares[message[third + head]! + 128]! +
              squares[message[fourth + head]! + 128]!) |
            0;
      }
      for (; at < end; at++) {
        const base = indices[at]! * HEADS;
        for (let head = 0; head < HEADS; head++)
          group[head] = (group[head]! + squares[message[base + head]! + 128]!) | 0;
      }
      for (let head = 0; head < HEADS; head++) sums[head]! += value * group[head]!;
    }
    for (let head = 0; head < HEADS; head++) sums[head]! *= scales[head]! / (STEPS * STEPS);
  }

  #dotPassage({ indices, values, length }: Vector, scores: readonly Float64Array[], place: number): void {
    const { passage, scales } = this.weights;
    // One variable each: this is where most of the time goes.
    let [steering, credentials, payments] = [0, 0, 0];
    for (let at = 0; at < length; at++) {
      const base = indices[at]! * PASSAGE_HEADS;
      const value = values[at]!;
      steering += value * widths[passage[base]! + 128]!;
      credentials += value * widths[passage[base + 1]! + 128]!;
      payments += value * widths[passage[base + 2]! + 128]!;
    }
    scores[0]![place] = steering * scales[HEADS]!;
    scores[1]![place] = credentials * scales[HEADS + 1]!;
    scores[2]![place] = payments * scales[HEADS + 2]!;
  }

  #stageTwo(dense: Float64Array, head: number): number {
    const { stageTwo } = this.weights;
    let sum = 0;
    for (let at = 0; at < DENSE; at++) sum += dense[at]! * stageTwo[head * DENSE + at]!;
    return sigmoid(sum);
  }
}

/** Signed squares of the steps; multiplied by a head's scale they become weights. Of every byte: `squares[byte + 128]`. */
const squares = Int32Array.from({ length: 256 }, (_, at) => (at - 128) * Math.abs(at - 128));

function isRepeated({ passages, tokens }: Dissected, earlier: number, at: number): boolean {
  const [first, again] = [passages[earlier]!, passages[at]!];
  return (
    first.place === again.place &&
    first.layout.quoted === again.layout.quoted &&
    first.layout.fenced === again.layout.fenced &&
    first.encoded === again.encoded &&
    (first.before && tokens[earlier - 1]) === (again.before && tokens[at - 1]) &&
    (first.after && tokens[earlier + 1]) === (again.after && tokens[at + 1])
  );
}

function innerOf(values: Float32Array, weights: Float32Array, outputs: number, output: number): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]! * weights[at * outputs + output]!;
  return sum;
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
