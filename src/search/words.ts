import { clip } from '#kernel/base/clip.ts';

/**
 * How text is split into words, for messages and queries alike: runs of letters, digits and marks. Scripts written
 * without blanks are split into characters, so that a word is found as a phrase of characters.
 */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const UNSPACED_RUNS = new RegExp(`${UNSPACED.source}\\p{M}*|[^${UNSPACED.source.slice(1, -1)}]+`, 'gu');

/** Longer words are cut: nobody searches for them, and Postgres accepts none over 2 KB. */
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

/** Only the texts of the words. ASCII, which most mail is, needs no Unicode classes, which takes a third of the time. */
export function wordTextsOf(text: string, most: number): string[] {
  if (UNSPACED.test(text)) return wordsOf(text, most).map((word) => word.text);
  const words = text.match(ASCII.test(text) ? /[A-Za-z0-9]+/g : WORD) ?? [];
  return words.slice(0, most).map((word) => clip(word, LONGEST));
}

/** The words joined with single blanks. Postgres gets this form, so that it splits words where we do. */
export const spaced = (text: string, most: number): string => wordTextsOf(text, most).join(' ');

const BETWEEN_CHARACTERS = new RegExp(`(?<=${UNSPACED.source}\\p{M}*) (?=${UNSPACED.source})`, 'gu');

/** Undoes `spaced` for scripts written without blanks, for embedding models. */
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
