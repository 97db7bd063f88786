import { answerCount } from './count-mail.ts';
import { countingOf } from './counting.ts';
import type { CredibleText } from './credibility.ts';
import { type Asked, type Extract, extractAnswers, type Statement } from './extract.ts';
import { partsOf, type Question, queriesFor } from './question.ts';
import type { Claim, Outcome, Run } from './run.ts';

/** The number of messages that are read for the answer, best first. */
const READ = 20;

/**
 * The built-in answerer: searches by the question's content words and answers with the sentence that fits the question
 * and contains the requested kind of fact. It quotes and never rewords; only counts and sums are in its own words.
 */
export async function answerBuiltIn(run: Run): Promise<Outcome> {
  const counting = countingOf(run.question.text, run.question.operators);
  const counted = counting && (await answerCount(run, counting));
  if (counted) return { ...counted, exhausted: false };
  const asked = partsOf(run.question);
  const parts: Asked[] = [];
  for (const question of asked) {
    const read = await readFor(run, question);
    if (read === null) break;
    parts.push({ question, read });
  }
  const extracts = extractAnswers(parts).filter(isFirst);
  return { ...asOutcome(extracts), exhausted: parts.length < asked.length && extracts.length === 0 };
}

/** Two parts of a question may have one answer. */
const isFirst = ({ messageId, quotes }: Extract, nth: number, all: readonly Extract[]): boolean =>
  all.findIndex((other) => other.messageId === messageId && other.quotes[0] === quotes[0]) === nth;

/** Null if the steps ran out before the first search. */
async function readFor(run: Run, question: Question): Promise<CredibleText[] | null> {
  const lists: string[][] = [];
  for (const query of queriesFor(question)) {
    if (run.stepsLeft <= 1) break;
    lists.push((await run.search(query)).map(({ message_id }) => message_id));
  }
  return lists.length === 0 ? null : run.read(bestOf(lists));
}

/** The messages to read, by their ranks in the lists, of which the first list counts twice. */
export function bestOf(lists: readonly string[][]): string[] {
  const scores = new Map<string, number>();
  for (const [nth, list] of lists.entries())
    for (const [place, id] of list.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / ((nth === 0 ? 2 : 4) + place));
  return [...scores.keys()].sort((a, b) => scores.get(b)! - scores.get(a)!).slice(0, READ);
}

/** The best sentences in the messages that the run has found. */
export async function extractFound(run: Run, question: Question = run.question): Promise<Extract[]> {
  const read = await run.read(run.found.slice(0, READ).map(({ message_id }) => message_id));
  return extractAnswers([{ question, read }]);
}

/** Each sentence is a separate claim, so that each is verified and cited. */
const asClaims = ({ quotes, messageId }: Statement): Claim[] =>
  quotes.map((text) => ({ text, citations: [{ id: messageId, quote: text }] }));

/** If statements contradict each other, the answer has all of them. */
export function asOutcome(extracts: readonly Extract[]): Omit<Outcome, 'exhausted'> {
  const [best] = extracts;
  const conflicts = extracts.flatMap((extract) => extract.conflicts);
  return {
    claims: [...extracts, ...conflicts].flatMap(asClaims),
    confidence: best ? Math.round(best.confidence * 100) / 100 : 0,
    supersedes: extracts.flatMap((extract) => extract.supersedes).flatMap(asClaims),
    conflict: extracts.flatMap((extract) =>
      extract.conflicts.length > 0 ? [extract, ...extract.conflicts].flatMap(asClaims) : [],
    ),
  };
}
