import { sharedBytes } from '../bytes.ts';
import { DENSE, hashRange, LETTER, type Words } from './ngrams.ts';
import { RecentWords } from './recent-words.ts';
import { placeOf, type SortedKeys, sortedKeys } from './sorted-keys.ts';

// Word vectors in a space that all languages share: words with the same meaning have similar vectors. Frequent words, which
// carry little meaning, have short vectors.

/** Hashes of words, and `DIMENSIONS` bytes of each. */
export type MeaningTable = { words: SortedKeys; bytes: Int8Array; recent: RecentWords };

export const DIMENSIONS = 64;
const LONGEST_DENSE = 4;
const LETTERS_OFF = 3;
const SHORTEST = 3;

export const meaningsFile = new URL('../meanings.table', import.meta.url);

let loaded: MeaningTable | undefined;

/** The table in the repository, read once in each thread. */
export function loadMeanings(): MeaningTable {
  loaded ??= decodeMeanings(sharedBytes(meaningsFile));
  return loaded;
}

/** The number of words, their hashes, their vectors. */
export function decodeMeanings(bytes: Uint8Array): MeaningTable {
  const count = new Uint32Array(bytes.buffer, 0, 1)[0]!;
  const keys = new Uint32Array(bytes.buffer, 4, count);
  const vectors = new Int8Array(bytes.buffer, 4 + count * 4, count * DIMENSIONS);
  return { words: sortedKeys(keys), bytes: vectors, recent: new RecentWords() };
}

export function encodeMeanings(keys: Uint32Array, vectors: Int8Array): Uint8Array {
  const bytes = new Uint8Array(4 + keys.length * (4 + DIMENSIONS));
  new Uint32Array(bytes.buffer, 0, 1)[0] = keys.length;
  new Uint32Array(bytes.buffer, 4, keys.length).set(keys);
  new Int8Array(bytes.buffer, 4 + keys.length * 4).set(vectors);
  return bytes;
}

/** The rows of a text's known words. */
export function meaningsIn(words: Words, table: MeaningTable): number[] {
  const rows: number[] = [];
  for (let at = 0; at < words.starts.length; at++) {
    if (words.kinds[at] === DENSE) at += denseRow(words, at, table, rows) - 1;
    else if (words.kinds[at] === LETTER) {
      const row = meaningOf(words, at, table);
      if (row >= 0) rows.push(row);
    }
  }
  return rows;
}

/** The row of a word; -1 when nobody knows it. */
export function meaningOf(words: Words, at: number, table: MeaningTable): number {
  const hash = words.hashes[at]!;
  return table.recent.find(hash) ?? table.recent.keep(hash, wordRow(words, at, table));
}

/** Adds the longest run of characters that is known; returns how many characters were read. */
function denseRow(
  { text, starts, ends, kinds }: Words,
  at: number,
  table: MeaningTable,
  rows: number[],
): number {
  let end = at + 1;
  while (
    end < starts.length &&
    end < at + LONGEST_DENSE &&
    kinds[end] === DENSE &&
    starts[end] === ends[end - 1]
  )
    end++;
  for (let length = end - at; length >= 1; length--) {
    const row = placeOf(table.words, hashRange(text, starts[at]!, ends[at + length - 1]!));
    if (row < 0) continue;
    rows.push(row);
    return length;
  }
  return 1;
}

/** Looks up the word, then the word without its last letters, then without one or two leading letters (Hebrew, Arabic). */
function wordRow({ text, starts, ends, hashes }: Words, at: number, table: MeaningTable): number {
  const [start, end] = [starts[at]!, ends[at]!];
  const whole = placeOf(table.words, hashes[at]!);
  if (whole >= 0) return whole;
  const code = text.charCodeAt(start);
  const shortest = code >= 0xac00 ? 2 : SHORTEST + 1;
  for (let off = 1; off <= LETTERS_OFF && end - off - start >= shortest; off++) {
    const row = placeOf(table.words, hashRange(text, start, end - off));
    if (row >= 0) return row;
  }
  if (code < 0x590 || code > 0x6ff) return -1;
  for (let off = 1; off <= 2 && end - start - off >= 2; off++) {
    const row = placeOf(table.words, hashRange(text, start + off, end));
    if (row >= 0) return row;
  }
  return -1;
}

/** Adds the words' vectors to a sum. */
export function addMeanings(rows: readonly number[], { bytes }: MeaningTable, sum: Float64Array): void {
  for (const row of rows) {
    const base = row * DIMENSIONS;
    for (let at = 0; at < DIMENSIONS; at++) sum[at] = sum[at]! + bytes[base + at]!;
  }
}
