import { categories } from '#content/reading/message.ts';
import { type OperatorName, operatorNames } from '#search/grammar/query.ts';
import { choices } from '#search/grammar/values.ts';
import { flagWords } from './trust-words.ts';

type About = { finds: string; values?: readonly string[] };

/** What each operator of the grammar finds, and the values that some of them take or that one begins with. */
const about: Record<OperatorName, About> = {
  from: { finds: 'who wrote it' },
  to: { finds: 'whom it is addressed to' },
  cc: { finds: 'who got a copy' },
  participant: { finds: 'anyone in it' },
  subject: { finds: 'words of the subject' },
  body: { finds: 'words of the text' },
  filename: { finds: 'an attachment by name' },
  label: { finds: 'a label' },
  category: { finds: 'what triage made of it', values: categories },
  thread: { finds: 'a conversation by its id' },
  ref: { finds: 'a reference, such as an order number' },
  lang: { finds: 'a language', values: ['en', 'de', 'fr', 'es'] },
  flag: { finds: 'an unusual trait', values: Object.keys(flagWords) },
  has: { finds: 'what comes with it', values: choices.has },
  is: { finds: 'its state', values: choices.is },
  type: { finds: 'attachments of a kind', values: choices.type },
  before: { finds: 'earlier than a date, 2026-11-01' },
  after: { finds: 'later than a date, 2026-11-01' },
  on: { finds: 'a day, 2026-11-01' },
  newer_than: { finds: 'younger than', values: ['1d', '7d', '30d', '1y'] },
  older_than: { finds: 'older than', values: ['7d', '30d', '1y'] },
  larger: { finds: 'bigger than', values: ['100k', '1m', '5m'] },
  smaller: { finds: 'smaller than', values: ['100k', '1m'] },
  needs_reply: { finds: 'waits for an answer', values: ['>=0.5', '>=0.8'] },
};

export const operators: ({ name: OperatorName } & About)[] = operatorNames.map((name) => ({
  name,
  ...about[name],
}));

export type Completion = { text: string; finds: string };

const MOST = 8;

/** What the word at the end of the query may become; nothing in the middle of a quoted phrase. */
export function completionsOf(query: string): Completion[] {
  if ((query.split('"').length - 1) % 2 === 1) return [];
  const word = lastWord(query);
  const colon = word.indexOf(':');
  if (colon < 0) {
    if (word === '') return [];
    return operators
      .filter(({ name }) => name.startsWith(word.toLowerCase()))
      .slice(0, MOST)
      .map(({ name, finds }) => ({ text: `${name}:`, finds }));
  }
  const operator = operators.find(({ name }) => name === word.slice(0, colon).toLowerCase());
  const typed = word.slice(colon + 1).toLowerCase();
  return (operator?.values ?? [])
    .filter((value) => value.startsWith(typed) && value !== typed)
    .slice(0, MOST)
    .map((value) => ({ text: `${operator?.name}:${value}`, finds: '' }));
}

/** The query with its last word replaced; a finished one is followed by a space. */
export function completed(query: string, { text }: Completion): string {
  const kept = query.slice(0, query.length - lastWord(query).length);
  return `${kept}${text}${text.endsWith(':') ? '' : ' '}`;
}

/** A minus or a parenthesis in front of a word is no part of it. */
const lastWord = (query: string): string => /[^\s()-][^\s()]*$/.exec(query)?.[0] ?? '';

/** A value as it stands behind an operator: in quotes where it has spaces. */
export const termOf = (operator: string, value: string): string =>
  `${operator}:${/[\s()":]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
