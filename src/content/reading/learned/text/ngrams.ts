import { fold } from './fold.ts';

/** Receives the hashes of what a text holds. */
export type Sink = (hash: number) => void;

const MAX_WORD = 40;
/** What a UTF-16 unit is to us. */
const SPACE = 0;
export const LETTER = 1;
const DIGIT = 2;
/** Scripts that write no blanks between words: each character is a word. */
export const DENSE = 3;
const MARK = 4;

let classes: Uint8Array | undefined;

/** Made once in each thread; of the upper planes, surrogates count as dense. */
function classOf(): Uint8Array {
  if (classes) return classes;
  classes = new Uint8Array(65_536);
  const dense =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
  for (let code = 0; code < 65_536; code++) {
    const character = String.fromCharCode(code);
    if (code >= 0xd800 && code <= 0xdfff) classes[code] = DENSE;
    else if (code === 0x27 || code === 0x2019 || code === 0x5f) classes[code] = LETTER;
    else if (code > 127 && dense.test(character)) classes[code] = DENSE;
    else if (/[\p{L}\p{M}]/u.test(character)) classes[code] = LETTER;
    else if (/\p{N}/u.test(character)) classes[code] = DIGIT;
    else if (/[?!:;@#$%&*<>{}[\]|\\/=+~^`«»"？！。：「」]/.test(character) || /\p{Sc}/u.test(character))
      classes[code] = MARK;
  }
  return classes;
}

export const mix = (hash: number, value: number): number => {
  const next = Math.imul(hash ^ value, 0x9e3779b1);
  return next ^ (next >>> 15);
};

export function hashOf(text: string, seed = 0): number {
  let hash = mix(0x811c9dc5, seed);
  for (let at = 0; at < text.length; at++) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

/** A folded text cut into words: their places, classes and hashes. */
export type Words = { text: string; starts: number[]; ends: number[]; kinds: number[]; hashes: number[] };

/** Cuts a text into words, numbers (by their shape), single characters of dense scripts, and marks. Linear. */
export function wordsOf(raw: string): Words {
  const text = fold(raw);
  const kind = classOf();
  const words: Words = { text, starts: [], ends: [], kinds: [], hashes: [] };
  for (let at = 0; at < text.length; ) {
    const first = kind[text.charCodeAt(at)]!;
    let end = at + 1;
    if (first === LETTER || first === DIGIT)
      while (end < text.length && end - at < MAX_WORD && kind[text.charCodeAt(end)] === first) end++;
    if (first !== SPACE) {
      words.starts.push(at);
      words.ends.push(end);
      words.kinds.push(first);
      words.hashes.push(first === DIGIT ? mix(77, Math.min(end - at, 12)) : hashRange(text, at, end));
    }
    at = end;
  }
  return words;
}

/** As the hashes of `wordsOf`. */
export function hashRange(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

/**
 * The hashes of what a text holds: single words, words with pairs of them, and runs of characters of the words that no table
 * knows. Runs of all words would triple the features, and cross-validation found the reader no better with them.
 */
export type Grams = { single: Int32Array; words: Int32Array; characters: Int32Array };

const WORD = 0x51ed270b;
const CHARACTERS = 0x2545f491;

/** Hashes are collected here before they are cut out; it grows with the longest passage. */
let scratch = new Int32Array(4_096);
const withRoom = (count: number): Int32Array => {
  if (scratch.length < count) scratch = new Int32Array(count * 2);
  return scratch;
};

export function gramsOf(words: Words, isKnown: (at: number) => boolean): Grams {
  const single = new Int32Array(words.hashes.length);
  for (let at = 0; at < single.length; at++) single[at] = mix(WORD, words.hashes[at]!);
  return { single, words: wordGrams(words, single), characters: characterGrams(words, isKnown) };
}

/** Single words, pairs, and pairs with one word between; of dense scripts threes as well. */
function wordGrams({ hashes, kinds }: Words, single: Int32Array): Int32Array {
  const grams = withRoom(hashes.length * 4);
  let length = 0;
  for (let at = 0; at < hashes.length; at++) {
    const one = single[at]!;
    grams[length++] = one;
    if (at + 1 < hashes.length) grams[length++] = mix(mix(one, 1), hashes[at + 1]!);
    if (at + 2 < hashes.length) {
      grams[length++] = mix(mix(one, 2), hashes[at + 2]!);
      if (kinds[at] === DENSE) grams[length++] = mix(mix(mix(one, 1), hashes[at + 1]!), hashes[at + 2]!);
    }
  }
  return grams.slice(0, length);
}

const RUN = 4;

/** Runs of four characters within unknown words, their ends marked: misspelt words share some with the right ones. */
function characterGrams({ text, starts, ends, kinds }: Words, isKnown: (at: number) => boolean): Int32Array {
  const grams = withRoom(text.length + starts.length);
  let length = 0;
  for (let word = 0; word < starts.length; word++) {
    if (kinds[word] !== LETTER || isKnown(word)) continue;
    const first = starts[word]!;
    const last = ends[word]!;
    for (let at = first - 1; at + RUN - 1 <= last; at++) {
      let hash = CHARACTERS;
      for (let end = at; end < at + RUN; end++)
        hash = mix(hash, end < first || end === last ? 1 : text.charCodeAt(end));
      grams[length++] = hash;
    }
  }
  return grams.slice(0, length);
}
