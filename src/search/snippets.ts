import { wordsOf } from './words.ts';

/** The maximum number of words of a text that are searched for matches. */
export const MOST_SNIPPET_WORDS = 4_000;

export type Match = { start: number; end: number };

/**
 * The positions in a text of the words that Postgres marked. `marked` is `spaced(text)` with \u0001 before and \u0002 after
 * each match, so that its n-th word is the n-th of the text.
 */
export function matchesIn(text: string, marked: string): Match[] {
  const words = wordsOf(text, MOST_SNIPPET_WORDS);
  const isMatch = marked.split(' ').map((word) => word.includes('\u0001'));
  return words.filter((_, index) => isMatch[index]).map(({ start, end }) => ({ start, end }));
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);

/**
 * A part of the text of about `length` characters with as many matches as fit, each in `<mark>`. All else is
 * escaped as HTML, so the only tags in a snippet are ours.
 */
export function snippetOf(text: string, matches: readonly Match[], length: number): string {
  const [start, end] = windowOf(text, matches, length);
  const inside = matches.filter((match) => match.start >= start && match.end <= end);
  let snippet = start > 0 ? '…' : '';
  let at = start;
  for (const match of inside) {
    snippet += `${escapeHtml(text.slice(at, match.start))}<mark>${escapeHtml(text.slice(match.start, match.end))}</mark>`;
    at = match.end;
  }
  return (snippet + escapeHtml(text.slice(at, end)) + (end < text.length ? '…' : ''))
    .replace(/\s+/g, ' ')
    .trim();
}

const LEAD = 0.25;

/** The range of the given length with the most matches, beginning a little before its first match. */
function windowOf(text: string, matches: readonly Match[], length: number): [number, number] {
  let best = { first: matches[0]?.start ?? 0, count: 0 };
  let last = 0;
  for (const [index, { start }] of matches.entries()) {
    while (last < matches.length && matches[last]!.end <= start + length * (1 - LEAD)) last += 1;
    if (last - index > best.count) best = { first: start, count: last - index };
  }
  if (matches.length === 0 || best.first < length * LEAD) return [0, wordEnd(text, length)];
  const start = wordStart(text, Math.floor(best.first - length * LEAD));
  return [start, wordEnd(text, start + length)];
}

/** The beginning of the word after the position, unless the word is long. */
function wordStart(text: string, place: number): number {
  const blank = text.slice(place, place + 24).search(/\s/);
  return blank < 0 ? wholeAt(text, place) : place + blank + 1;
}

/** The end of the word before the position, unless the word is long. */
function wordEnd(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const blank = text.slice(Math.max(0, place - 24), place).search(/\s\S*$/);
  return blank < 0 ? wholeAt(text, place) : Math.max(0, place - 24) + blank;
}

/** Moves a position out of a surrogate pair. */
const wholeAt = (text: string, place: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place;

/** The words that matched, each once in lower case, at most eight. */
export const matchedWords = (text: string, matches: readonly Match[]): string[] =>
  [...new Set(matches.map(({ start, end }) => text.slice(start, end).toLowerCase()))].slice(0, 8);
