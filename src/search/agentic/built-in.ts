import { type Extract, extractAnswer } from './extract.ts';
import { queriesFor } from './question.ts';
import type { Claim, Run } from './run.ts';

/** Messages that are enough to look for the answer in, when they have all the words, and otherwise. */
const ENOUGH_STRICT = 3;
const ENOUGH = 8;
const READ = 12;

export type Outcome = { claims: Claim[]; confidence: number; exhausted: boolean };

/**
 * The built-in answerer: searches by the question's content words, from the strictest query to the widest, and answers
 * with the sentences that hold most of them. It quotes and never rewords, so no mail can have it do anything.
 */
export async function answerBuiltIn(run: Run): Promise<Outcome> {
  const queries = queriesFor(run.question);
  let searched = 0;
  for (const query of queries) {
    if (run.stepsLeft <= 1 || run.found.length >= (searched > 1 ? ENOUGH : ENOUGH_STRICT)) break;
    await run.search(query);
    searched += 1;
  }
  const extracts = await extractFound(run);
  const exhausted = extracts.length === 0 && searched < queries.length && run.stepsLeft <= 1;
  return { ...asClaims(extracts), exhausted };
}

/** The best sentences of what the run has found. */
export async function extractFound(run: Run): Promise<Extract[]> {
  const read = await run.read(run.found.slice(0, READ).map(({ message_id }) => message_id));
  return extractAnswer(run.question, read);
}

export const asClaims = (extracts: readonly Extract[]): { claims: Claim[]; confidence: number } => ({
  claims: extracts.map(({ text, messageId }) => ({ text, citations: [{ id: messageId, quote: text }] })),
  confidence: extracts[0] ? Math.round(Math.min(1, extracts[0].support * extracts[0].score) * 100) / 100 : 0,
});
