import { readFileSync } from 'node:fs';
import { headAt } from '../../learned/heads.ts';
import { categories } from '../../learned/message.ts';
import type { Labelled } from '../../learned/training/corpus.ts';
import { senderOf } from '../labelled/evaluate.ts';
import type { VerificationInput } from '../message-text.ts';
import type { Verdict } from '../scorer.ts';

/** A message with the codes to type in and the links that confirm it really holds. */
export type Example = {
  writer: string;
  input: VerificationInput;
  /** What the reader says of it without having seen its writer; null when nobody asked. */
  said: Verdict | null;
  codes: string[];
  links: string[];
};

/** A message of the corpora; labels that the reader does not learn from are in it too (`corpus/LABELS.md`). */
type Told = Labelled & { codes?: string | string[]; link?: string | string[] };

const list = (value: string | string[] | null | undefined): string[] => [value ?? []].flat();

/** The reader's probabilities as a verdict. */
export function verdictOf(probabilities: ArrayLike<number>): Verdict {
  const of = (head: Parameters<typeof headAt>[0]): number => probabilities[headAt(head)]!;
  const category = categories.reduce((most, one) => (of(one) > of(most) ? one : most));
  return {
    otp: of('otp'),
    spam: of('is spam'),
    phishing: of('phishing_link'),
    isVerification: category === 'verification',
  };
}

export function exampleOf(writer: string, message: Labelled, probabilities: ArrayLike<number>): Example {
  const { codes, link } = message as Told;
  return {
    writer,
    input: {
      from: /<([^<>]*)>\s*$/.exec(message.from)?.[1] ?? message.from,
      subject: message.subject,
      text: message.text ?? '',
      html: message.html ?? null,
    },
    said: verdictOf(probabilities),
    codes: list(codes),
    links: list(link),
  };
}

type Older = { subject: string; text: string; html: string | null; code: string | null; link: string | null };

/** An older set by one author; its held-out part is for figures alone. */
export const olderMessages = (part: 'tuning' | 'held-out'): Example[] =>
  readFileSync(new URL(`../labelled/${part}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): Older => JSON.parse(line))
    .map(({ subject, text, html, code, link }) => ({
      writer: 'older',
      input: { from: senderOf({ text, html }), subject, text, html },
      said: null,
      codes: list(code),
      links: list(link),
    }));
