import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMessage } from '../../read-message.ts';
import type { VerificationInput } from '../message-text.ts';

export type Labelled = VerificationInput & { language: string; code: string | null; link: string | null };

/** `tuning` is trained on; `held-out` is not. */
export const parts = ['tuning', 'held-out'] as const;

export const labelledMessages = (part: (typeof parts)[number]): Labelled[] =>
  readFileSync(fileURLToPath(new URL(`./${part}.jsonl`, import.meta.url)), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled);

const nothingElse = { reply_to: [], headers: [], automated: false, attachments: [] };

/** The set names no senders: they write from where their links lead. */
export const senderOf = ({ text, html }: Pick<VerificationInput, 'text' | 'html'>): string =>
  `no-reply@${/https?:\/\/([\w.-]+)/.exec(`${html ?? ''} ${text}`)?.[1] ?? 'service.example'}`;

/** The code and the link of a message of which nothing else is known. */
export const findIn = ({ subject, text, html }: VerificationInput) =>
  readMessage({
    ...nothingElse,
    ...{ from: { address: senderOf({ text, html }), name: null }, subject, text, extracted_text: text, html },
  }).verification;

export type Score = { found: number; right: number; expected: number; mistakes: string[] };

/** How many of the codes, or links, that are there were found, and how many of those found were right. */
export function evaluate(messages: readonly Labelled[], kind: 'code' | 'link'): Score {
  const score: Score = { found: 0, right: 0, expected: 0, mistakes: [] };
  for (const message of messages) {
    const found = findIn(message)?.[kind] ?? null;
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
