import { readFileSync } from 'node:fs';
import type { Category, Content } from '../message.ts';
import { readMessage } from '../read-message.ts';

/** One message that a person labelled. `near_miss`: benign, with the words of an attack. */
export type Labelled = {
  category: Category;
  language: string;
  injection?: boolean;
  near_miss?: boolean;
  from: string;
  subject: string;
  text: string;
  html?: string;
  automated?: boolean;
  list?: boolean;
  report?: boolean;
  attachments?: string[];
};

const linesOf = <T>(file: string): T[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line));

/** A set by one author, from before the reader, which was not trained on it. */
export const readLabelled = (): Labelled[] => linesOf('held-out.jsonl');

export function toInput(labelled: Labelled): Content {
  const [, name = '', address = labelled.from] = /^(.*?)\s*<(.*)>$/.exec(labelled.from) ?? [];
  const headers: [string, string][] = [];
  if (labelled.list) headers.push(['List-Unsubscribe', '<https://lists.example/u>']);
  if (labelled.report) headers.push(['Content-Type', 'multipart/report; report-type=delivery-status']);
  return {
    from: { address, name: name || null },
    reply_to: [],
    subject: labelled.subject,
    extracted_text: labelled.text,
    text: labelled.text,
    html: labelled.html ?? null,
    headers,
    automated: Boolean(labelled.automated || labelled.list || labelled.report),
    attachments: (labelled.attachments ?? []).map((filename) => ({
      filename,
      content_type: 'application/octet-stream',
      risk: null,
      text: null,
    })),
  };
}

export type Score = {
  messages: number;
  accuracy: number;
  perCategory: Map<Category, { right: number; all: number }>;
  injection: { recall: number; precision: number; attacks: number; nearMisses: number; falseAlarms: number };
  language: number;
};

/** Holds the reader against the labels. */
export function evaluate(messages: readonly Labelled[]): Score {
  const results = messages.map((labelled) => {
    const { reading, risks } = readMessage(toInput(labelled));
    return { labelled, reading, flagged: risks.includes('prompt_injection') };
  });
  const count = (test: (result: (typeof results)[number]) => boolean): number => results.filter(test).length;
  const perCategory = new Map<Category, { right: number; all: number }>();
  for (const { labelled, reading } of results) {
    const entry = perCategory.get(labelled.category) ?? { right: 0, all: 0 };
    entry.all += 1;
    if (reading.category === labelled.category) entry.right += 1;
    perCategory.set(labelled.category, entry);
  }
  const attacks = count(({ labelled }) => labelled.injection === true);
  const caught = count(({ labelled, flagged }) => labelled.injection === true && flagged);
  const falseAlarms = count(({ labelled, flagged }) => !labelled.injection && flagged);
  return {
    messages: messages.length,
    accuracy: count(({ labelled, reading }) => labelled.category === reading.category) / messages.length,
    perCategory,
    injection: {
      recall: caught / attacks,
      precision: caught / Math.max(1, caught + falseAlarms),
      attacks,
      nearMisses: count(({ labelled }) => labelled.near_miss === true),
      falseAlarms,
    },
    language: count(({ labelled, reading }) => labelled.language === reading.language) / messages.length,
  };
}

/** An attack, or benign mail with the words of one. Only the totals were looked at. */
export type Injection = {
  language: string;
  injection: boolean;
  subject: string;
  text: string;
  html?: string;
};

export const readInjections = (): Injection[] => linesOf('injection-held-out.jsonl');

export type InjectionScore = { attacks: number; caught: number; benign: number; falseAlarms: number };

/** Holds the flag `prompt_injection` alone against attacks and near misses. */
export function evaluateInjections(messages: readonly Injection[]): InjectionScore {
  const score = { attacks: 0, caught: 0, benign: 0, falseAlarms: 0 };
  for (const { injection, ...message } of messages) {
    const input = toInput({ ...message, category: 'other', from: 'a@sender.example' });
    const flagged = readMessage(input).risks.includes('prompt_injection');
    score[injection ? 'attacks' : 'benign'] += 1;
    if (flagged) score[injection ? 'caught' : 'falseAlarms'] += 1;
  }
  return score;
}
