import { writeFile } from 'node:fs/promises';
import { bestOf } from '#search/agentic/built-in.ts';
import { candidatesOf, featureNames, messagesOf } from '#search/agentic/features.ts';
import { queriesFor, understandQuestion } from '#search/agentic/question.ts';
import { isSteering } from '#search/agentic/steering.ts';
import { readTexts } from '#search/repository/agentic.ts';
import { runBench } from './run.ts';
import { type Filled, fillJudged } from './search-filled.ts';
import { expression, type Judged, UNANSWERABLE } from './search-judged.ts';
import { type Json, openSearchBench, type SearchBench } from './search-mailbox.ts';

/**
 * `npm run search:train` learns how the built-in answerer weighs the features of a sentence
 * (`src/search/agentic/features.ts`) and writes `weights.ts` beside them: a softmax over all sentences that were read
 * and the empty answer. It learns from the collections that are not held out, and prints how each is answered by
 * weights that were learned from the others.
 */

const COLLECTIONS = ['own', 'q1', 'q2'];
/** Kinds that are not trained on: their answers are counted, or come from two messages. */
const OTHER_KINDS = ['steer', 'count', 'sum', 'join', 'joined', 'conflict'];
const STEPS = 300;
/** Of the features as they are learned from: with a mean of 0 and a deviation of 1, so that it holds for all alike. */
const DECAY = 0.012;
const RATES = { first: 0.2, later: 0.05, from: 200 };
const WEIGHTS = new URL('../src/search/agentic/weights.ts', import.meta.url);

/** The sentences read for one question, and which of them answer it. If none does, the empty answer is right. */
type Example = { collection: string; answerable: boolean; features: number[][]; right: boolean[] };
type Learned = Pick<Example, 'features' | 'right'>;

async function exampleOf(bench: SearchBench, filled: Filled, judged: Judged): Promise<Example> {
  const question = understandQuestion(judged.q);
  const lists: string[][] = [];
  for (const q of queriesFor(question)) {
    const { body } = await bench.call(filled.path, { q, mode: 'hybrid', limit: 20, facets: false });
    lists.push(body.hits.map(({ message_id }: Json) => message_id));
  }
  const order = bestOf(lists);
  const texts = await readTexts(bench.services.db, order, false);
  const byId = new Map(texts.map((text) => [text.message_id, text]));
  const read = order.flatMap((id) => byId.get(id) ?? []).filter((text) => !isSteering(text));
  const candidates = candidatesOf(question, messagesOf(read));
  const expected = UNANSWERABLE.includes(judged.kind) ? null : expression(judged.expected);
  return {
    collection: filled.name,
    answerable: expected !== null,
    features: candidates.map(({ features }) => features),
    right: candidates.map(
      ({ message, text }) =>
        expected !== null &&
        judged.sources.includes(filled.nameOf.get(message.message_id) ?? '') &&
        expected.test(text),
    ),
  };
}

/** Adds the gradient of one example's loss. */
function addGradient({ features, right }: Learned, weights: readonly number[], gradient: number[]): void {
  const scores = features.map((row) => row.reduce((sum, value, at) => sum + value * weights[at]!, 0));
  const most = Math.max(0, ...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const empty = Math.exp(-most);
  const all = shares.reduce((sum, share) => sum + share, empty);
  const answered = right.some(Boolean);
  const wanted = answered ? shares.reduce((sum, share, at) => sum + (right[at] ? share : 0), 0) : empty;
  for (const [nth, share] of shares.entries()) {
    const error = share / all - (answered && right[nth] ? share / wanted : 0);
    for (const [at, value] of features[nth]!.entries()) gradient[at] = gradient[at]! + error * value;
  }
}

/** Adam (Kingma and Ba 2015), over all examples in every step. */
function learn(examples: readonly Learned[]): number[] {
  const weights = featureNames.map(() => 0);
  const [mean, square] = [featureNames.map(() => 0), featureNames.map(() => 0)];
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = featureNames.map(() => 0);
    for (const example of examples) addGradient(example, weights, gradient);
    const rate = step < RATES.from ? RATES.first : RATES.later;
    for (const at of weights.keys()) {
      const slope = gradient[at]! / examples.length + (at === 0 ? 0 : 2 * DECAY * weights[at]!);
      mean[at] = 0.9 * mean[at]! + 0.1 * slope;
      square[at] = 0.99 * square[at]! + 0.01 * slope * slope;
      const along = mean[at]! / (1 - 0.9 ** step);
      weights[at] = weights[at]! - (rate * along) / (Math.sqrt(square[at]! / (1 - 0.99 ** step)) + 1e-8);
    }
  }
  return weights;
}

/** How the values of each feature are spread over all sentences; the first feature is the same everywhere. */
function spreadOf(examples: readonly Example[]): { mean: number; deviation: number }[] {
  const rows = examples.flatMap(({ features }) => features);
  return featureNames.map((_, at) => {
    if (at === 0) return { mean: 0, deviation: 1 };
    const mean = rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length;
    const variance = rows.reduce((sum, row) => sum + (row[at]! - mean) ** 2, 0) / rows.length;
    return { mean, deviation: Math.sqrt(variance) || 1 };
  });
}

/** Learns from standardised features. @returns the weights of the original features */
function learnStandardised(examples: readonly Example[]): number[] {
  const spread = spreadOf(examples);
  const standardised = examples.map(({ features, right }) => ({
    right,
    features: features.map((row) =>
      row.map((value, at) => (value - spread[at]!.mean) / spread[at]!.deviation),
    ),
  }));
  const weights = learn(standardised).map((weight, at) => weight / spread[at]!.deviation);
  const shift = weights.reduce((sum, weight, at) => sum + weight * spread[at]!.mean, 0);
  return weights.map((weight, at) => (at === 0 ? weight - shift : weight));
}

/** How likely the best sentence and all others together are to answer, and whether the best one does. */
function judge(
  { features, right: answers }: Example,
  weights: readonly number[],
): { confidence: number; right: boolean } {
  const scores = features.map((row) => row.reduce((sum, value, at) => sum + value * weights[at]!, 0));
  const most = Math.max(0, ...scores);
  const some = scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
  const best = scores.indexOf(Math.max(...scores));
  return { confidence: some / (some + Math.exp(-most)), right: answers[best] ?? false };
}

const LEAST = [0, 0.5, 0.65, 0.75, 0.85, 0.9];

/** Each collection by weights of the others: what a threshold of confidence leaves right, and leaves unanswered rightly. */
function crossValidate(examples: readonly Example[]): void {
  for (const collection of COLLECTIONS) {
    const held = examples.filter((example) => example.collection === collection);
    const weights = learnStandardised(examples.filter((example) => !held.includes(example)));
    const judged = held.map((example) => ({ ...example, ...judge(example, weights) }));
    const asked = judged.filter(({ answerable }) => answerable);
    const unanswerable = judged.filter(({ answerable }) => !answerable);
    const share = (some: readonly unknown[], all: readonly unknown[]) =>
      (some.length / all.length).toFixed(2);
    console.log(`\n${collection}, by weights learned from the others`);
    console.table(
      LEAST.map((least) => ({
        least,
        'best sentence right': share(
          asked.filter(({ right, confidence }) => right && confidence >= least),
          asked,
        ),
        'unanswerable recognised': share(
          unanswerable.filter(({ confidence }) => confidence < least),
          unanswerable,
        ),
      })),
    );
  }
}

const asFile = (weights: readonly number[]): string => `/**
 * The weight of each feature of a sentence for being the answer, compared with the empty answer. Written by
 * \`npm run search:train\`: do not edit.
 */
export const weights: Readonly<Record<string, number>> = {
${featureNames.map((name, at) => `  ${name}: ${Math.round(weights[at]! * 100) / 100},\n`).join('')}};
`;

await runBench(async (closers) => {
  const bench = await openSearchBench(closers);
  const filled: Filled[] = [];
  for (const name of COLLECTIONS) filled.push(await fillJudged(bench, name));
  await bench.indexAll();
  const examples: Example[] = [];
  for (const one of filled) {
    const asked = one.questions.filter(({ kind }) => !OTHER_KINDS.includes(kind));
    for (const judged of asked) examples.push(await exampleOf(bench, one, judged));
  }
  crossValidate(examples);
  const weights = learnStandardised(examples);
  await writeFile(WEIGHTS, asFile(weights));
  console.log(
    `${examples.length} questions, ${examples.filter(({ right }) => right.some(Boolean)).length} with an answer.`,
  );
});
