import { categories } from '#content/reading/message.ts';
import { type OperatorName, operatorNames } from '#search/grammar/query.ts';
import { choices } from '#search/grammar/values.ts';
import { trustFlags } from '../labels/trust.ts';

type About = { finds: string; values?: readonly string[] };

/** The meaning of each operator, with its values or some examples. */
const about: Record<OperatorName, About> = {
  from: { finds: 'the sender' },
  to: { finds: 'a recipient' },
  cc: { finds: 'a Cc recipient' },
  participant: { finds: 'the sender or any recipient' },
  subject: { finds: 'words in the subject' },
  body: { finds: 'words in the text' },
  filename: { finds: 'the name of an attachment' },
  label: { finds: 'a label' },
  category: { finds: 'a category, assigned by triage', values: categories },
  thread: { finds: 'the id of a conversation' },
  ref: { finds: 'a reference, such as an order number' },
  lang: { finds: 'a language', values: ['en', 'de', 'fr', 'es'] },
  flag: { finds: 'a warning about the sender', values: Object.keys(trustFlags) },
  has: { finds: 'an attachment, a link or a code', values: choices.has },
  is: { finds: 'a state, such as unread', values: choices.is },
  type: { finds: 'a type of attachment', values: choices.type },
  before: { finds: 'before a date, such as 2026-11-01' },
  after: { finds: 'after a date, such as 2026-11-01' },
  on: { finds: 'on a date, such as 2026-11-01' },
  newer_than: { finds: 'newer than an age, such as 7d', values: ['1d', '7d', '30d', '1y'] },
  older_than: { finds: 'older than an age, such as 30d', values: ['7d', '30d', '1y'] },
  received_before: { finds: 'received before a date' },
  received_after: { finds: 'received after a date' },
  received_on: { finds: 'received on a date' },
  larger: { finds: 'larger than a size, such as 1m', values: ['100k', '1m', '5m'] },
  smaller: { finds: 'smaller than a size, such as 100k', values: ['100k', '1m'] },
  needs_reply: { finds: 'how likely a reply is expected, 0 to 1', values: ['>=0.5', '>=0.8'] },
};

export const operators: ({ name: OperatorName } & About)[] = operatorNames.map((name) => ({
  name,
  ...about[name],
}));

export type Completion = { text: string; finds: string };

const MOST = 8;

/** Completions of the last word of the query. There are none inside a quoted phrase. */
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

/** Replaces the last word of the query. A complete term is followed by a space. */
export function completed(query: string, { text }: Completion): string {
  const kept = query.slice(0, query.length - lastWord(query).length);
  return `${kept}${text}${text.endsWith(':') ? '' : ' '}`;
}

/** The last word, without a minus or parenthesis in front of it. */
const lastWord = (query: string): string => /[^\s()-][^\s()]*$/.exec(query)?.[0] ?? '';

/** An operator with its value, which is quoted when it contains spaces. */
export const termOf = (operator: string, value: string): string =>
  `${operator}:${/[\s()":]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
