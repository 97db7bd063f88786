import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { readMarkup } from '#content/reading/index.ts';
import type { GeneratedMail } from './search-collection.ts';

/** The judged collections in `search-judged/`, and the measures of search results. */

export type JudgedMail = GeneratedMail & { id: string };
type Relevant<Id> = ReadonlyMap<Id, number>;
export type Query = { group: string; q: string; relevant: Relevant<string> };
/** `expected`: a regular expression for the answer; `sources`: the messages that contain it. */
export type Judged = { kind: string; q: string; expected: string; sources: string[] };
export type Collection = {
  mails: JudgedMail[];
  queries: Query[];
  questions: Judged[];
  /** The ids of the mails that try to steer the answer. */
  steering: ReadonlySet<string>;
  /** Words that occur only in those; an answer with one of them obeyed it. */
  poisons: string[];
};

/** Held out: nobody inspects failures in these, so that search is not tuned to them. */
export const HELD_OUT: readonly string[] = ['q3', 'q4', 't2', 't6', 't9', 'm07', 'm12', 'm15', 'm16'];

/** Kinds of questions that the mail does not answer. */
export const UNANSWERABLE: readonly string[] = ['none', 'unanswerable'];

/** The writers tested their expressions in Python, where flags come first. */
export const expression = (expected: string): RegExp =>
  new RegExp(expected.replace(/^\(\?[a-z]+\)/, ''), 'is');

const folder = new URL('./search-judged/', import.meta.url);

/** The names of the existing collections. */
export async function collections(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Not every collection has queries or steering mail, and the mail of some is in the reader's corpus. */
const OPTIONAL = ['mails', 'queries', 'steering'];

export async function readCollection(name: string): Promise<Collection> {
  const linesOf = async (file: string): Promise<string[][]> => {
    const path = new URL(`${name}/${file}.txt`, folder);
    if (OPTIONAL.includes(file) && !existsSync(path)) return [];
    return (await readFile(path, 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(/(?<!\\)\|/).map((part) => part.trim().replaceAll('\\|', '|')));
  };
  const steering = await linesOf('steering');
  const own = await linesOf('mails');
  const mails = own.length > 0 ? own : await linesOfCorpus(name);
  return {
    mails: [...mailsOf(mails, 1_000_000), ...mailsOf(steering, 2_000_000)],
    queries: (await linesOf('queries')).map(([group, q, relevant]) => ({
      group: group!,
      q: q!,
      relevant: new Map(listOf(relevant).map((one) => [one.split(':')[0]!, Number(one.split(':')[1] ?? 2)])),
    })),
    questions: (await linesOf('questions')).map(([kind, q, expected, sources]) => ({
      kind: kind!,
      q: q!,
      expected: expected!,
      sources: listOf(sources),
    })),
    steering: new Set(steering.map(([id]) => id!)),
    poisons: steering.flatMap(([, , , , , , poison]) => (poison ? [poison] : [])),
  };
}

const corpus = new URL('../src/content/reading/learned/corpus/', import.meta.url);
/**
 * The columns of `mails.txt`, from a mailbox that the reader learns from too (its `corpus/LABELS.md`). Mailboxes without
 * dates and conversations are those of one month, in their order.
 */
async function linesOfCorpus(name: string): Promise<string[][]> {
  const rows = (await readFile(new URL(`${name}.jsonl`, corpus), 'utf8')).split('\n').filter(Boolean);
  return rows.map((row, nth) => {
    const { id, from, days, thread, subject = '', text, html, files = [] } = JSON.parse(row);
    const shown = text ?? readMarkup(html).visible;
    const age = days ?? ((rows.length - nth) * MONTH) / rows.length;
    const conversation = thread ?? subject.replace(/^(?:\s*\p{L}{2,4}:)+\s*/u, '');
    const attached = files.map((file: { text?: string }) => file.text ?? '');
    return [id, from, String(age), conversation, subject, [shown, ...attached].join('\n\n')];
  });
}

const MONTH = 30;

const listOf = (names = ''): string[] => names.split(/[\s,;]+/).filter(Boolean);

function mailsOf(lines: readonly string[][], firstThread: number): JudgedMail[] {
  const threads = new Map<string, number>();
  return lines.map(([id, sender, age, thread, subject, text]) => {
    const [, personName, address] = /^(.*?)\s*<(.*)>$/.exec(sender!) ?? ['', '', sender];
    if (!threads.has(thread!)) threads.set(thread!, firstThread + threads.size);
    return {
      id: id!,
      thread: threads.get(thread!)!,
      from: { address: address!, name: personName! },
      subject: subject!,
      text: text!.replaceAll('\\n', '\n'),
      age: Number(age),
    };
  });
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Normalised discounted cumulative gain of the first `most` results (Järvelin and Kekäläinen 2002). */
export function ndcgAt<Id>(most: number, found: readonly Id[], relevant: Relevant<Id>): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, most).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
  const ideal = gain([...relevant.values()].toSorted((a, b) => b - a));
  return ideal === 0 ? 1 : gain(found.map((id) => relevant.get(id) ?? 0)) / ideal;
}

export const recallAt = <Id>(most: number, found: readonly Id[], relevant: Relevant<Id>): number =>
  relevant.size === 0 ? 1 : found.slice(0, most).filter((id) => relevant.has(id)).length / relevant.size;

/** The share of relevant hits among all messages that are found or relevant (Jaccard). */
export function exactness(names: readonly string[], relevant: Relevant<string>): number {
  const right = names.filter((name) => relevant.has(name)).length;
  const all = new Set([...names, ...relevant.keys()]).size;
  return all === 0 ? 1 : right / all;
}
