import { categories } from './views.ts';

/** Operators of the search grammar (decisions.md section 4), what they find, and the values that some of them take. */
export const operators: { name: string; finds: string; values?: readonly string[] }[] = [
  { name: 'from', finds: 'who wrote it' },
  { name: 'to', finds: 'whom it is addressed to' },
  { name: 'cc', finds: 'who got a copy' },
  { name: 'participant', finds: 'anyone in it' },
  { name: 'subject', finds: 'words of the subject' },
  { name: 'body', finds: 'words of the text' },
  { name: 'filename', finds: 'an attachment by name' },
  { name: 'label', finds: 'a label' },
  { name: 'category', finds: 'what triage made of it', values: categories },
  { name: 'has', finds: 'what comes with it', values: ['attachment', 'link', 'code'] },
  {
    name: 'is',
    finds: 'its state',
    values: ['unread', 'read', 'archived', 'automated', 'quarantined', 'sent', 'received'],
  },
  {
    name: 'type',
    finds: 'attachments of a kind',
    values: ['pdf', 'office', 'image', 'text', 'html', 'archive', 'calendar', 'audio', 'video'],
  },
  { name: 'after', finds: 'later than a date, 2026-11-01' },
  { name: 'before', finds: 'earlier than a date, 2026-11-01' },
  { name: 'on', finds: 'a day, 2026-11-01' },
  { name: 'newer_than', finds: 'younger than', values: ['1d', '7d', '30d', '1y'] },
  { name: 'older_than', finds: 'older than', values: ['7d', '30d', '1y'] },
  { name: 'larger', finds: 'bigger than', values: ['100k', '1m', '5m'] },
  { name: 'smaller', finds: 'smaller than', values: ['100k', '1m'] },
  { name: 'needs_reply', finds: 'waits for an answer', values: ['>=0.5', '>=0.8'] },
  { name: 'lang', finds: 'a language', values: ['en', 'de', 'fr', 'es'] },
  {
    name: 'flag',
    finds: 'an unusual trait',
    values: ['hidden_text', 'display_name_spoof', 'lookalike_domain', 'reply_to_mismatch'],
  },
  { name: 'ref', finds: 'a reference, such as an order number' },
  { name: 'thread', finds: 'a conversation by its id' },
];

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
