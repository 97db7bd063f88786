import { clip } from '#kernel/base/clip.ts';

/**
 * How text becomes words, the same for messages and for queries: runs of letters, digits and marks. Scripts that write
 * without blanks are split into characters, so that a word there is found as a phrase of them.
 */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const UNSPACED_RUNS = new RegExp(`${UNSPACED.source}\\p{M}*|[^${UNSPACED.source.slice(1, -1)}]+`, 'gu');

/** Longer ones are cut: nobody searches for them, and Postgres keeps none over 2 KB. */
const LONGEST = 64;

/** A word, and its position in the text (UTF-16 units). */
export type Word = { text: string; start: number; end: number };

/** The words of a text in order, at most `most` of them. */
export function wordsOf(text: string, most: number): Word[] {
  const words: Word[] = [];
  for (const run of text.matchAll(WORD)) {
    for (const piece of UNSPACED.test(run[0]) ? run[0].matchAll(UNSPACED_RUNS) : [{ 0: run[0], index: 0 }]) {
      const start = run.index + piece.index;
      words.push({ text: clip(piece[0], LONGEST), start, end: start + piece[0].length });
      if (words.length === most) return words;
    }
  }
  return words;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** The texts of the words alone. In ASCII, which most mail is, no classes of Unicode are asked: a third of the time. */
export function wordTextsOf(text: string, most: number): string[] {
  if (UNSPACED.test(text)) return wordsOf(text, most).map((word) => word.text);
  const words = text.match(ASCII.test(text) ? /[A-Za-z0-9]+/g : WORD) ?? [];
  return words.slice(0, most).map((word) => clip(word, LONGEST));
}

/** The same words with one blank between each two: what Postgres is given, so that it splits where we do. */
export const spaced = (text: string, most: number): string => wordTextsOf(text, most).join(' ');

const BETWEEN_CHARACTERS = new RegExp(`(?<=${UNSPACED.source}\\p{M}*) (?=${UNSPACED.source})`, 'gu');

/** The text again, of the scripts that write without blanks: what a model of language is given. */
export const unspaced = (text: string): string => text.replace(BETWEEN_CHARACTERS, '');

/**
 * Lower case, without compatibility forms and accents, for values that are compared as a whole, such as names and
 * labels.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
