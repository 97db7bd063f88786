import { readdirSync, readFileSync } from 'node:fs';
import type { AskingHead } from '../heads.ts';
import { type Category, type Content, categories, type LearnedFlag } from '../message.ts';

/** A line of the corpora (corpus/LABELS.md). */
export type Labelled = {
  id: string;
  lang: string;
  from: string;
  reply_to?: string;
  auth?: 'pass' | 'fail' | 'none';
  headers?: Record<string, string>;
  subject: string;
  text?: string;
  html?: string;
  files?: { name: string; type: string; text?: string }[];
  category: Category;
  urgency: number;
  reply: boolean;
  flags?: LearnedFlag[];
  spam?: boolean;
  attack?: string[];
  decoy?: string[];
  /** Which words ask for credentials or for money, in longer messages of the training writers. */
  asked?: Partial<Record<AskingHead, string[]>>;
  /** Writers from w59 on say it. */
  asks?: boolean;
  story?: string;
  /** What the labels say, where not all: of which kind it is and whether it steers, or the latter alone. */
  labels?: 'kind' | 'steering';
};

export type Writer = { name: string; heldOut: boolean; messages: Labelled[] };

/** Whether the writer wrote everything that one mailbox receives, and not a collection of different kinds of mail. */
export const isMailbox = (writer: string): boolean => writer.startsWith('m');

const folder = new URL('../corpus/', import.meta.url);

export type Splits = { held_out: string[] };
export const readSplits = (from = folder): Splits =>
  JSON.parse(readFileSync(new URL('splits.json', from), 'utf8'));

/** All writers in the order of their names; those held out only where they are asked for. */
export function readWriters(which: 'training' | 'held_out', from = folder): Writer[] {
  const { held_out } = readSplits(from);
  return readdirSync(from)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .map((file) => file.slice(0, -'.jsonl'.length))
    .filter((name) => held_out.includes(name) === (which === 'held_out'))
    .map((name) => ({ name, heldOut: which === 'held_out', messages: readWriter(name, from) }));
}

function readWriter(name: string, from: URL): Labelled[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, from), 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      try {
        const m = JSON.parse(line);
        return categories.includes(m.category) ? [m] : [];
      } catch {
        return [];
      }
    });
}

/** A labelled message as the reader gets it. */
export function contentOf(message: Labelled): Content {
  return {
    from: mailboxOf(message.from),
    reply_to: message.reply_to ? [mailboxOf(message.reply_to)] : [],
    subject: message.subject,
    text: message.text ?? '',
    html: message.html ?? null,
    headers: Object.entries(message.headers ?? {}).map(([key, value]) => [key, String(value)]),
    attachments: (message.files ?? []).map(({ name, type, text }) => ({
      filename: name ?? '',
      content_type: type ?? '',
      text: text ?? null,
    })),
  };
}

function mailboxOf(field: string): { address: string; name: string | null } {
  const parts = /^\s*"?(.*?)"?\s*<([^<>]*)>\s*$/.exec(field);
  return parts ? { name: parts[1] || null, address: parts[2]! } : { name: null, address: field.trim() };
}
