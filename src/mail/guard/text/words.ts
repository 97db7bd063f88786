/** A word of a text, folded, with where it stands. Scripts without blanks give one word for each character. */
export type Word = { hash: number; start: number; end: number };

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;
const MOST_WORDS = 20_000;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(word)) {
    words.push({ hash: hashOf(found), start: index, end: index + found.length });
    if (words.length >= MOST_WORDS) break;
  }
  return words;
}

/** FNV-1a over the lower-case form without accents. */
function hashOf(text: string): number {
  let plain = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return hashOfFolded(text);
    plain = Math.imul(plain ^ (code >= 0x41 && code <= 0x5a ? code + 0x20 : code), 0x01000193);
  }
  return plain >>> 0;
}

function hashOfFolded(text: string): number {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  let hash = 0x811c9dc5;
  for (let at = 0; at < folded.length; at++) hash = Math.imul(hash ^ folded.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** So many words make a shingle. */
export const SHINGLE = 4;

const joined = (words: readonly Word[], at: number): number => {
  let hash = 0;
  for (let next = at; next < at + SHINGLE; next++)
    hash = (Math.imul(hash, 0x9e3779b1) + words[next]!.hash) >>> 0;
  return hash;
};

/** The shingles of words in a row: two texts that share a passage share most of its shingles, also when it was edited. */
export function shinglesOf(words: readonly Word[]): number[] {
  const shingles: number[] = [];
  for (let at = 0; at + SHINGLE <= words.length; at++) shingles.push(joined(words, at));
  return shingles;
}
