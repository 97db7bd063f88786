/** A folded word of a text and its place. In scripts without spaces, each character is a word. */
export type Word = { hash: number; start: number; end: number };

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;
const MOST_WORDS = 20_000;

const otherScript = /\P{ASCII}/u;

export function wordsOf(text: string): Word[] {
  if (!otherScript.test(text)) return plainWordsOf(text);
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(word)) {
    words.push({ hash: hashOf(found), start: index, end: index + found.length });
    if (words.length >= MOST_WORDS) break;
  }
  return words;
}

/** The same for ASCII text, which most mail is, in one pass. */
function plainWordsOf(text: string): Word[] {
  const words: Word[] = [];
  let start = -1;
  let hash = OFFSET;
  for (let at = 0; at <= text.length && words.length < MOST_WORDS; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    const isUpper = code >= 0x41 && code <= 0x5a;
    const isOfWord = isUpper || (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
    if (isOfWord) {
      if (start < 0) start = at;
      hash = Math.imul(hash ^ (isUpper ? code + 0x20 : code), PRIME);
    } else if (start >= 0) {
      words.push({ hash: hash >>> 0, start, end: at });
      start = -1;
      hash = OFFSET;
    }
  }
  return words;
}

const SPACE = 0x20;
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** The FNV-1a hash of the lower-case form without accents. */
function hashOf(text: string): number {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  let hash = OFFSET;
  for (let at = 0; at < folded.length; at++) hash = Math.imul(hash ^ folded.charCodeAt(at), PRIME);
  return hash >>> 0;
}

/** The number of words in a shingle. */
export const SHINGLE = 4;

const joined = (words: readonly Word[], at: number): number => {
  let hash = 0;
  for (let next = at; next < at + SHINGLE; next++)
    hash = (Math.imul(hash, 0x9e3779b1) + words[next]!.hash) >>> 0;
  return hash;
};

/** The shingles of consecutive words. Two texts that share a passage share most of its shingles, even if it was edited. */
export function shinglesOf(words: readonly Word[]): number[] {
  const shingles: number[] = [];
  for (let at = 0; at + SHINGLE <= words.length; at++) shingles.push(joined(words, at));
  return shingles;
}
