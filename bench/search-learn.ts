import { type Certainty, certaintyOf, SIGNS, signsOf, standardSign } from '#search/agentic/certainty.ts';
import { factNames } from '#search/agentic/facts.ts';
import {
  BUCKETS,
  DIRECTIONS,
  questionKinds,
  TYPES,
  type TypeWeights,
  typesOf,
  wordingOf,
} from '#search/agentic/question-type.ts';
import {
  emptyNetwork,
  HIDDEN,
  INPUTS,
  inputOf,
  LEAK,
  type Network,
  type Scorer,
  scoreOf,
  standardise,
} from '#search/agentic/scorer.ts';

/** How the answerer's scorer is learned. The same examples in the same order give the same weights. */

/** The sentences read for one question, and which of them answer it. If none does, the empty answer is right. */
export type Example = {
  collection: string;
  text: string;
  kind: string;
  answerable: boolean;
  candidates: { features: ArrayLike<number>; facts: number[]; message: unknown }[];
  right: boolean[];
  /** How often it is learned from in each round. */
  times: number;
  /** The facts in the answer itself; null if it was not read. */
  answer: number[] | null;
};

const FACTS = factNames.length;
/** AdaGrad (Duchi et al. 2011) for the types, Adam (Kingma and Ba 2015) for the network. */
const TYPE = { epochs: 12, rate: 0.03, decay: 1e-4 };
const NETWORK = {
  epochs: 6,
  rate: 0.003,
  decay: 0.01,
  batch: 16,
  warmup: 50,
  seed: 7,
};
/** Errors smaller than this change nothing that matters, and most sentences have such. */
const LEAST_ERROR = 1e-4;

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle(places: number[], random: () => number): void {
  for (let at = places.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [places[at], places[other]] = [places[other]!, places[at]!];
  }
}

/** What is known of an example's types: 1, 0, or -1 for unknown. */
function typesKnown({ kind, answer }: Example): Int8Array {
  const known = new Int8Array(TYPES).fill(-1);
  if (answer) known.set(answer);
  const place = (questionKinds as readonly string[]).indexOf(kind);
  if (place >= 0) {
    known.fill(0, FACTS);
    known[FACTS + place] = 1;
  }
  return known;
}

export function learnTypes(examples: readonly Example[]): TypeWeights {
  const learned = {
    buckets: new Float32Array(BUCKETS * TYPES),
    scale: 1,
    directions: new Float32Array(DIRECTIONS * TYPES),
    bias: new Float32Array(TYPES),
  };
  const squares = {
    buckets: new Float32Array(BUCKETS * TYPES).fill(1e-3),
    directions: new Float32Array(DIRECTIONS * TYPES).fill(1e-3),
    bias: new Float32Array(TYPES).fill(1e-3),
  };
  const descend = (of: keyof typeof squares, at: number, slope: number): void => {
    const gradient = slope + (of === 'bias' ? 0 : TYPE.decay * learned[of][at]!);
    squares[of][at] = squares[of][at]! + gradient * gradient;
    learned[of][at] = learned[of][at]! - (TYPE.rate * gradient) / Math.sqrt(squares[of][at]!);
  };
  const items = examples.map((example) => ({
    wording: wordingOf(example.text),
    known: typesKnown(example),
  }));
  const random = randomFrom(1);
  const places = [...items.keys()];
  for (let epoch = 0; epoch < TYPE.epochs; epoch += 1) {
    shuffle(places, random);
    for (const place of places) {
      const { wording, known } = items[place]!;
      const types = typesOf(learned, wording);
      for (let type = 0; type < TYPES; type += 1) {
        if (known[type]! < 0) continue;
        const slope = types[type]! - known[type]!;
        descend('bias', type, slope);
        for (const bucket of wording.buckets) descend('buckets', bucket * TYPES + type, slope);
        for (const [at, value] of wording.directions.entries())
          if (value !== 0) descend('directions', at * TYPES + type, slope * value);
      }
    }
  }
  return quantised(learned);
}

function quantised({ buckets, directions, bias }: TypeWeights & { buckets: Float32Array }): TypeWeights {
  const most = buckets.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-6);
  const scale = Math.fround(most / 127);
  return { buckets: Int8Array.from(buckets, (value) => Math.round(value / scale)), scale, directions, bias };
}

/** An example as the network reads it: its inputs one after another. */
type Read = { inputs: Float32Array; number: number; right: readonly boolean[]; times: number };

function read({ candidates, right, times }: Example, types: Float32Array): Read {
  const inputs = new Float32Array(candidates.length * INPUTS);
  for (const [at, candidate] of candidates.entries()) inputs.set(inputOf(candidate, types), at * INPUTS);
  return { inputs, number: candidates.length, right, times };
}

const rowOf = ({ inputs }: Read, at: number): Float32Array => inputs.subarray(at * INPUTS, (at + 1) * INPUTS);

function spreadOf(examples: readonly Read[]): Pick<Network, 'mean' | 'scale'> {
  const [sum, square] = [new Float64Array(INPUTS), new Float64Array(INPUTS)];
  let rows = 0;
  for (const { inputs, number } of examples) {
    rows += number;
    for (const [at, value] of inputs.entries()) {
      sum[at % INPUTS] = sum[at % INPUTS]! + value;
      square[at % INPUTS] = square[at % INPUTS]! + value * value;
    }
  }
  const mean = Float32Array.from(sum, (total) => total / rows);
  const scale = Float32Array.from(square, (total, at) => {
    const deviation = Math.sqrt(Math.max(0, total / rows - (sum[at]! / rows) ** 2));
    return deviation < 1e-3 ? 0 : 1 / deviation;
  });
  return { mean, scale };
}

const learnedParts = ['hidden', 'hiddenBias', 'output', 'direct', 'bias'] as const;
type Part = (typeof learnedParts)[number];

/** Adds the gradient of one example's loss: a softmax over its sentences and the empty answer. */
function addGradient(network: Network, example: Read, gradient: Record<Part, Float32Array>): void {
  const { number, right } = example;
  const inner = new Float32Array(number * HIDDEN);
  const scores = Float64Array.from({ length: number }, (_, at) =>
    scoreOf(network, rowOf(example, at), inner.subarray(at * HIDDEN, (at + 1) * HIDDEN)),
  );
  const most = scores.reduce((largest, score) => Math.max(largest, score), 0);
  const shares = scores.map((score) => Math.exp(score - most));
  const all = shares.reduce((sum, share) => sum + share, Math.exp(-most));
  const isAnswered = right.some(Boolean);
  const wanted = shares.reduce((sum, share, at) => sum + (right[at] ? share : 0), 0);
  for (const [at, share] of shares.entries()) {
    const error = share / all - (isAnswered && right[at] ? share / wanted : 0);
    if (Math.abs(error) < LEAST_ERROR) continue;
    const row = rowOf(example, at);
    gradient.bias[0] = gradient.bias[0]! + error;
    for (let input = 0; input < INPUTS; input += 1)
      gradient.direct[input] = gradient.direct[input]! + error * row[input]!;
    for (let unit = 0; unit < HIDDEN; unit += 1) {
      const value = inner[at * HIDDEN + unit]!;
      gradient.output[unit] = gradient.output[unit]! + error * value;
      const below = error * network.output[unit]! * (value > 0 ? 1 : LEAK);
      gradient.hiddenBias[unit] = gradient.hiddenBias[unit]! + below;
      const base = unit * INPUTS;
      for (let input = 0; input < INPUTS; input += 1)
        gradient.hidden[base + input] = gradient.hidden[base + input]! + below * row[input]!;
    }
  }
}

function learnNetwork(examples: readonly Read[]): Network {
  const network = { ...emptyNetwork(), ...spreadOf(examples) };
  for (const example of examples)
    for (let at = 0; at < example.number; at += 1) standardise(network, rowOf(example, at));
  const random = randomFrom(NETWORK.seed);
  const spread = () => (random() + random() + random() - 1.5) * 1.15;
  for (const at of network.hidden.keys()) network.hidden[at] = spread() / Math.sqrt(INPUTS);
  for (const at of network.output.keys()) network.output[at] = spread() / Math.sqrt(HIDDEN);
  network.bias[0] = -3;
  const [gradient, mean, square] = [emptyNetwork(), emptyNetwork(), emptyNetwork()];
  const places = examples.flatMap(({ times }, place) => Array.from({ length: times }, () => place));
  let step = 0;
  for (let epoch = 0; epoch < NETWORK.epochs; epoch += 1) {
    shuffle(places, random);
    for (let from = 0; from < places.length; from += NETWORK.batch) {
      const batch = places.slice(from, from + NETWORK.batch);
      for (const part of learnedParts) gradient[part].fill(0);
      for (const place of batch) addGradient(network, examples[place]!, gradient);
      step += 1;
      const rate = NETWORK.rate * Math.min(1, step / NETWORK.warmup) * (1 - (0.9 * epoch) / NETWORK.epochs);
      for (const part of learnedParts) {
        const decay = part === 'bias' ? 0 : NETWORK.decay;
        for (const at of network[part].keys()) {
          const slope = gradient[part][at]! / batch.length;
          mean[part][at] = 0.9 * mean[part][at]! + 0.1 * slope;
          square[part][at] = 0.99 * square[part][at]! + 0.01 * slope * slope;
          const along = mean[part][at]! / (1 - 0.9 ** step);
          const change = along / (Math.sqrt(square[part][at]! / (1 - 0.99 ** step)) + 1e-8);
          network[part][at] = network[part][at]! - rate * (change + decay * network[part][at]!);
        }
      }
    }
  }
  return network;
}

/** Each sentence with its score. */
export function scored(scorer: Pick<Scorer, 'type' | 'network'>, { text, candidates }: Example) {
  const types = typesOf(scorer.type, wordingOf(text));
  return candidates.map((candidate) => ({
    message: candidate.message,
    score: scoreOf(scorer.network, standardise(scorer.network, inputOf(candidate, types))),
  }));
}

/** Whether the sentence with the highest score answers. */
function isBestRight({ right }: Example, all: readonly { score: number }[]): boolean {
  const best = all.reduce((most, { score }, at) => (score > (all[most]?.score ?? score - 1) ? at : most), -1);
  return right[best] ?? false;
}

type Signed = { signs: Float32Array; isRight: boolean; times: number };
const CERTAINTY = { steps: 300, rate: 1, decay: 0.01 };

function learnCertainty(examples: readonly Signed[]): Certainty {
  const places = Array.from({ length: SIGNS }, (_, at) => at);
  const mean = Float32Array.from(
    places,
    (at) => examples.reduce((sum, { signs }) => sum + signs[at]!, 0) / examples.length,
  );
  const scale = Float32Array.from(places, (at) => {
    const square = examples.reduce((sum, { signs }) => sum + (signs[at]! - mean[at]!) ** 2, 0);
    return 1 / (Math.sqrt(square / examples.length) || 1);
  });
  const rows = examples.map(({ signs, isRight, times }) => ({
    signs: signs.map((value, at) => standardSign({ mean, scale }, value, at)),
    wanted: isRight ? 1 : 0,
    times,
  }));
  const total = rows.reduce((sum, { times }) => sum + times, 0);
  const [weights, bias] = [new Float32Array(SIGNS), new Float32Array(1)];
  for (let step = 0; step < CERTAINTY.steps; step += 1) {
    const slope = new Float64Array(SIGNS);
    let slopeOfBias = 0;
    for (const { signs, wanted, times } of rows) {
      const sum = signs.reduce((all, value, at) => all + value * weights[at]!, bias[0]!);
      const error = (times * (1 / (1 + Math.exp(-sum)) - wanted)) / total;
      slopeOfBias += error;
      for (const at of places) slope[at] = slope[at]! + error * signs[at]!;
    }
    bias[0] = bias[0]! - CERTAINTY.rate * slopeOfBias;
    for (const at of places)
      weights[at] = weights[at]! - CERTAINTY.rate * (slope[at]! + CERTAINTY.decay * weights[at]!);
  }
  return { mean, scale, weights, bias };
}

/** The number of parts of the collections; what a part is judged by was learned from the others. */
const PARTS = 4;

/** Learns the type and the network. The network reads types of questions that were learned from other writers. */
function learnRanking(examples: readonly Example[]): Pick<Scorer, 'type' | 'network'> {
  const parts = partsOf(examples);
  const types = parts.map(({ others }) => learnTypes(others));
  const network = learnNetwork(
    parts.flatMap(({ held }, part) =>
      held.map((example) => read(example, typesOf(types[part]!, wordingOf(example.text)))),
    ),
  );
  return { type: learnTypes(examples), network };
}

/** The examples of each part, and those of all others. */
function partsOf(examples: readonly Example[]): { held: Example[]; others: Example[] }[] {
  const collections = [...new Set(examples.map(({ collection }) => collection))];
  const partOf = ({ collection }: Example): number => collections.indexOf(collection) % PARTS;
  return Array.from({ length: PARTS }, (_, part) => ({
    held: examples.filter((example) => partOf(example) === part),
    others: examples.filter((example) => partOf(example) !== part),
  }));
}

/** A question answered by a ranking that was learned from other writers. */
export type Judged = Pick<Example, 'collection' | 'answerable'> & { isRight: boolean; confidence: number };

/** Learns from examples whose collections are in a fixed order. */
export function learnScorer(examples: readonly Example[]): { scorer: Scorer; judged: Judged[] } {
  const signed = partsOf(examples).flatMap(({ held, others }) => {
    const ranking = learnRanking(others);
    return held.map((example) => {
      const all = scored(ranking, example);
      return { ...example, signs: signsOf(all, example.text), isRight: isBestRight(example, all) };
    });
  });
  const certainty = learnCertainty(signed);
  const judged = signed.map(({ collection, answerable, isRight, signs }) => ({
    collection,
    answerable,
    isRight,
    confidence: certaintyOf(certainty, signs),
  }));
  return { scorer: { ...learnRanking(examples), certainty }, judged };
}
