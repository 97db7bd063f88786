import { parseQuery } from '../grammar/parse.ts';
import { isOperatorName } from '../grammar/query.ts';
import { folded, wordsOf } from '../words.ts';
import { stopWords } from './stop-words.ts';

/** What a question asks about. */
export type Question = {
  text: string;
  /** Its content words, folded, each once. */
  words: string[];
  /** Operators that stand in it, as they were written: they hold for every search. */
  operators: string[];
  /** What an answer most likely holds: a time, or an amount. */
  wants: 'time' | 'amount' | null;
};

const MOST_WORDS = 10;
const OPERATOR = /(?<=^|\s)-?(\w{2,16}):("[^"]{1,200}"|[^\s"()]{1,200})(?=\s|$)/g;

export function understandQuestion(text: string): Question {
  const operators: string[] = [];
  const rest = text.replace(OPERATOR, (written, name) => {
    if (!isOperatorName(name.toLowerCase()) || !parses(written)) return written;
    operators.push(written);
    return ' ';
  });
  const all = [...new Set(wordsOf(folded(rest), 200).map((word) => word.text))];
  const content = all.filter((word) => !folding.has(word));
  return {
    text,
    words: (content.length > 0 ? content : all).slice(0, MOST_WORDS),
    operators,
    wants: TIME.test(rest) ? 'time' : AMOUNT.test(rest) ? 'amount' : null,
  };
}

const folding = new Set([...stopWords].map(folded));

const TIME =
  /\b(when|what (time|date|day)|wann|quand|cuándo|cuando|quando|wanneer|which (day|date|month))\b|due date|deadline/i;
const AMOUNT =
  /\b(how (much|many)|amount|price|cost|total|wie ?viele?|combien|cuánt[oa]s?|quant[oaie]|hoeveel)\b/i;

function parses(query: string): boolean {
  try {
    parseQuery(query);
    return true;
  } catch {
    return false;
  }
}

/** What to search for, from the strictest to the widest: all words, all but one, any of them, words that begin alike. */
export function queriesFor({ words, operators }: Question): string[] {
  const long = words.filter((word) => word.length > 5);
  const beginnings = long.map((word) => `${word.slice(0, Math.max(5, word.length - 3))}*`);
  const allButOne =
    words.length < 3 ? [] : words.map((left) => words.filter((word) => word !== left).join(' '));
  const wanted = [
    words.join(' '),
    anyOf(allButOne.slice(0, MOST_LEFT_OUT).map((some) => `(${some})`)),
    anyOf(words),
    anyOf(beginnings),
  ];
  const queries = wanted.filter((query) => query !== '').map((query) => [...operators, query].join(' '));
  return queries.length > 0 ? [...new Set(queries)] : [operators.join(' ')];
}

/** A query has at most 64 terms. */
const MOST_LEFT_OUT = 6;
const anyOf = (queries: readonly string[]): string =>
  queries.length > 1 ? `(${queries.join(' OR ')})` : (queries[0] ?? '');

/** Whether two folded words are forms of one: they begin alike and differ only in a short ending. */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4 || Math.abs(one.length - other.length) > 4) return false;
  let same = 0;
  while (same < shorter && one[same] === other[same]) same += 1;
  return same >= Math.max(4, shorter - 2);
}
