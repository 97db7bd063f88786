import { answerCount } from './count-mail.ts';
import { countingOf } from './counting.ts';
import { type Extract, extractAnswer, type Statement } from './extract.ts';
import { partsOf, type Question, queriesFor } from './question.ts';
import type { Claim, Outcome, Run } from './run.ts';

/** Messages in which the answer is looked for. */
const READ = 14;

/**
 * The built-in answerer: searches by the question's content words and answers with the sentence that fits the question and
 * holds what it asks for. It quotes and never rewords; only counts and sums are its own words.
 */
export async function answerBuiltIn(run: Run): Promise<Outcome> {
  const counting = countingOf(run.question.text, run.question.operators);
  const counted = counting && (await answerCount(run, counting));
  if (counted) return { ...counted, exhausted: false };
  const extracts: Extract[] = [];
  let exhausted = false;
  for (const part of partsOf(run.question)) {
    const found = await answerPart(run, part);
    if (found === null) exhausted = true;
    else extracts.push(...found);
  }
  return { ...asOutcome(extracts), exhausted: exhausted && extracts.length === 0 };
}

/** Null when the steps ran out before every search was made. */
async function answerPart(run: Run, question: Question): Promise<Extract[] | null> {
  for (const query of queriesFor(question)) {
    if (run.stepsLeft <= 1) return null;
    await run.search(query);
    const extracts = await extractFound(run, question);
    if (extracts.length > 0) return extracts;
  }
  return [];
}

/** The best sentence of what the run has found. */
export async function extractFound(run: Run, question: Question = run.question): Promise<Extract[]> {
  const read = await run.read(run.found.slice(-READ).map(({ message_id }) => message_id));
  return extractAnswer(question, read);
}

const asClaim = ({ text, messageId }: Statement): Claim => ({
  text,
  citations: [{ id: messageId, quote: text }],
});

/** Statements that contradict each other are all told. */
export function asOutcome(extracts: readonly Extract[]): Omit<Outcome, 'exhausted'> {
  const [best] = extracts;
  const conflicts = extracts.flatMap((extract) => extract.conflicts);
  return {
    claims: [...extracts, ...conflicts].map(asClaim),
    confidence: best ? Math.round(Math.min(1, best.support * best.score) * 100) / 100 : 0,
    supersedes: extracts.flatMap((extract) => extract.supersedes).map(asClaim),
    conflict: extracts.flatMap((extract) =>
      extract.conflicts.length > 0 ? [extract, ...extract.conflicts].map(asClaim) : [],
    ),
  };
}
