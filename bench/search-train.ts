import { writeFile } from 'node:fs/promises';
import { bestOf } from '#search/agentic/built-in.ts';
import { credibleTexts } from '#search/agentic/credibility.ts';
import { factsOf } from '#search/agentic/facts.ts';
import { candidatesOf } from '#search/agentic/features.ts';
import { messagesOf } from '#search/agentic/messages.ts';
import { queriesFor, understandQuestion } from '#search/agentic/question.ts';
import { encodeScorer, weightsFile } from '#search/agentic/scorer.ts';
import { foldedWords } from '#search/agentic/sentences.ts';
import { readTexts } from '#search/repository/agentic.ts';
import { runBench } from './run.ts';
import { type Filled, fillJudged } from './search-filled.ts';
import { type Judged as Asked, collections, expression, HELD_OUT, UNANSWERABLE } from './search-judged.ts';
import { type Example, type Judged, learnScorer } from './search-learn.ts';
import { type Json, openSearchBench, type SearchBench } from './search-mailbox.ts';

/**
 * `npm run search:train` learns from the collections that are not held out how the built-in answerer scores a sentence
 * (`src/search/agentic/scorer.ts`), and writes `answer.weights` next to that: a softmax over all sentences that were read
 * and the empty answer. It prints how the questions are answered by a ranking that was learned from other writers.
 */

/** Most of the questions to these mailboxes use other words than the mail, and few can be answered. */
const HARD = /^m[01]/;
/** How often all others are learned from. */
const OFTEN = 4;
/** Kinds that are not trained on: their answers are counted, or come from two messages. */
const OTHER_KINDS = ['steer', 'count', 'sum', 'join', 'joined', 'conflict'];

async function exampleOf(bench: SearchBench, filled: Filled, judged: Asked): Promise<Example> {
  const question = understandQuestion(judged.q);
  const lists: string[][] = [];
  for (const q of queriesFor(question)) {
    const { body } = await bench.call(filled.path, { q, mode: 'hybrid', limit: 20, facets: false });
    lists.push(body.hits.map(({ message_id }: Json) => message_id));
  }
  const order = bestOf(lists);
  const texts = await readTexts(bench.services.db, order, false);
  const byId = new Map(texts.map((text) => [text.message_id, text]));
  const read = credibleTexts(order.flatMap((id) => byId.get(id) ?? []));
  const candidates = candidatesOf(question, messagesOf(read));
  const expected = UNANSWERABLE.includes(judged.kind) ? null : expression(judged.expected);
  const right = candidates.map(
    ({ message, text }) =>
      expected !== null &&
      judged.sources.includes(filled.nameOf.get(message.message_id) ?? '') &&
      expected.test(text),
  );
  const answer = expected?.exec(candidates[right.indexOf(true)]?.text ?? '')?.[0];
  return {
    collection: filled.name,
    text: judged.q,
    kind: judged.kind,
    answerable: expected !== null,
    candidates: candidates.map(({ features, facts, message }) => ({
      features: Float32Array.from(features),
      facts,
      message: message.place,
    })),
    right,
    times: HARD.test(filled.name) ? 1 : OFTEN,
    answer: answer === undefined ? null : factsOf(answer, new Set(foldedWords(judged.q, 200))),
  };
}

const LEAST = [0, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8];

/** What a threshold of confidence leaves right, and leaves unanswered rightly, by a ranking learned from other writers. */
function report(judged: readonly Judged[]): void {
  const groups = { hard: HARD, 'by testers': /^t|^m[67]/, 'q1, q2': /^q/, own: /^own/ };
  const share = (some: readonly unknown[], all: readonly unknown[]) => (some.length / all.length).toFixed(2);
  for (const [group, pattern] of Object.entries(groups)) {
    const held = judged.filter(({ collection }) => pattern.test(collection));
    const asked = held.filter(({ answerable }) => answerable);
    const unanswerable = held.filter(({ answerable }) => !answerable);
    console.log(`\n${group}, ranked by weights learned from other writers`);
    console.table(
      LEAST.map((least) => ({
        least,
        'best sentence right': share(
          asked.filter(({ isRight, confidence }) => isRight && confidence >= least),
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

await runBench(async (closers) => {
  const bench = await openSearchBench(closers);
  const names = (await collections()).filter((name) => !HELD_OUT.includes(name));
  const examples: Example[] = [];
  for (const name of names) {
    const filled = await fillJudged(bench, name);
    await bench.indexAll();
    const asked = filled.questions.filter(({ kind }) => !OTHER_KINDS.includes(kind));
    for (const judged of asked) examples.push(await exampleOf(bench, filled, judged));
  }
  const { scorer, judged } = learnScorer(examples);
  await writeFile(weightsFile, encodeScorer(scorer));
  report(judged);
  console.log(
    `${examples.length} questions, ${examples.filter(({ right }) => right.some(Boolean)).length} with an answer.`,
  );
});
