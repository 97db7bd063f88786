import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findVerification, type VerificationInput } from '../find.ts';

export type Labelled = VerificationInput & { language: string; code: string | null; link: string | null };

/** `tuning` is what the rules were written against; `held-out` was written after they were frozen. */
export const parts = ['tuning', 'held-out'] as const;

export const labelledMessages = (part: (typeof parts)[number]): Labelled[] =>
  readFileSync(fileURLToPath(new URL(`./${part}.jsonl`, import.meta.url)), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled);

export type Score = { found: number; right: number; expected: number; mistakes: string[] };

/** How many of the codes, or links, that are there were found, and how many of those found were right. */
export function evaluate(messages: readonly Labelled[], kind: 'code' | 'link'): Score {
  const score: Score = { found: 0, right: 0, expected: 0, mistakes: [] };
  for (const message of messages) {
    const found = findVerification(message)?.[kind] ?? null;
    const expected = message[kind];
    if (expected !== null) score.expected += 1;
    if (found !== null) score.found += 1;
    if (found !== null && found === expected) score.right += 1;
    if (found !== expected)
      score.mistakes.push(`${message.language} ${message.subject}: ${found} instead of ${expected}`);
  }
  return score;
}

export const precision = ({ right, found }: Score): number => (found === 0 ? 1 : right / found);
export const recall = ({ right, expected }: Score): number => (expected === 0 ? 1 : right / expected);
