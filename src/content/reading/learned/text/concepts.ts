import { sharedBytes } from '../bytes.ts';
import { DENSE, hashRange, LETTER, mix, type Words } from './ngrams.ts';
import { RecentWords } from './recent-words.ts';
import { placeOf, type SortedKeys, sortedKeys } from './sorted-keys.ts';

// Words with the same meaning share one concept across languages, so that training in one language helps the others.
// The table was learned by aligning translated catalogues of programs (training/align.ts); nobody wrote it.

/** Hashes of words in order, and the concept of each. */
export type ConceptTable = { keys: Uint32Array; concepts: Uint16Array };
/** The same, ready for looking words up. */
export type LoadedConcepts = { index: SortedKeys; concepts: Uint16Array; recent: RecentWords };

/** A key says whether it is a whole word or what words begin with. */
export const STEM = 0x57e3;
export const PREFIX = 0x9f1b;
/** Letters of a beginning that stands for a word of its concept's own spelling, and of learned beginnings. */
export const PREFIX_LETTERS = 6;
export const STEM_LETTERS = [6, 5] as const;
export const DENSE_LETTERS = 4;

export const conceptsFile = new URL('../concepts.table', import.meta.url);

let loaded: LoadedConcepts | undefined;

/** The table in the repository, read once in each thread. */
export function loadConcepts(): LoadedConcepts {
  if (!loaded) {
    const { keys, concepts } = decodeConcepts(sharedBytes(conceptsFile));
    loaded = { index: sortedKeys(keys), concepts, recent: new RecentWords() };
  }
  return loaded;
}

/** The number of entries, their keys, their concepts. */
export function encodeConcepts({ keys, concepts }: ConceptTable): Uint8Array {
  const bytes = new Uint8Array(4 + keys.length * 6);
  new Uint32Array(bytes.buffer, 0, 1)[0] = keys.length;
  new Uint32Array(bytes.buffer, 4, keys.length).set(keys);
  new Uint16Array(bytes.buffer, 4 + keys.length * 4, keys.length).set(concepts);
  return bytes;
}

export function decodeConcepts(bytes: Uint8Array): ConceptTable {
  const count = new Uint32Array(bytes.buffer, 0, 1)[0]!;
  return {
    keys: new Uint32Array(bytes.buffer, 4, count),
    concepts: new Uint16Array(bytes.buffer, 4 + count * 4, count),
  };
}

/** Of a key; -1 when there is none. */
export function conceptAt(
  { index, concepts }: Pick<LoadedConcepts, 'index' | 'concepts'>,
  key: number,
): number {
  const place = placeOf(index, key);
  return place < 0 ? -1 : concepts[place]!;
}

/** The concepts of a text in the order of their words; words that nobody knows are left out. */
export function conceptsIn(words: Words, table: LoadedConcepts): number[] {
  const found: number[] = [];
  for (let at = 0; at < words.starts.length; at++) {
    if (words.kinds[at] === DENSE) {
      const run = denseConcept(words, at, table);
      if (run.concept >= 0) found.push(run.concept);
      at += run.length - 1;
    } else if (words.kinds[at] === LETTER) {
      const concept = conceptOf(words, at, table);
      if (concept >= 0) found.push(concept);
    }
  }
  return found;
}

/** The concept of a word; -1 when nobody knows it. */
export function conceptOf(words: Words, at: number, table: LoadedConcepts): number {
  const hash = words.hashes[at]!;
  return table.recent.find(hash) ?? table.recent.keep(hash, wordConcept(words, at, table));
}

/** The longest run of characters that is known. */
function denseConcept(
  { text, starts, ends, kinds }: Words,
  at: number,
  table: LoadedConcepts,
): { concept: number; length: number } {
  let end = at + 1;
  while (
    end < starts.length &&
    end < at + DENSE_LETTERS &&
    kinds[end] === DENSE &&
    starts[end] === ends[end - 1]
  )
    end++;
  for (let length = end - at; length >= 1; length--) {
    const concept = conceptAt(table, hashRange(text, starts[at]!, ends[at + length - 1]!));
    if (concept >= 0) return { concept, length };
  }
  return { concept: -1, length: 1 };
}

/** As it stands, then by how it begins, then without a letter or two before it (articles that are written as one). */
function wordConcept({ text, starts, ends, hashes }: Words, at: number, table: LoadedConcepts): number {
  const [start, end] = [starts[at]!, ends[at]!];
  const whole = conceptAt(table, hashes[at]!);
  if (whole >= 0) return whole;
  const own = conceptAt(table, mix(hashRange(text, start, Math.min(end, start + PREFIX_LETTERS)), PREFIX));
  if (own >= 0) return own;
  for (const letters of STEM_LETTERS) {
    const stem =
      end - start > letters ? conceptAt(table, mix(hashRange(text, start, start + letters), STEM)) : -1;
    if (stem >= 0) return stem;
  }
  const code = text.charCodeAt(start);
  if (code < 0x590 || code > 0x6ff || end - start < 4) return -1;
  const later = conceptAt(table, hashRange(text, start + 1, end));
  return later >= 0 ? later : conceptAt(table, hashRange(text, start + 2, end));
}

const WINDOW = 3;
const CONCEPT = 0x6a09e667;

/** Concepts, and unordered pairs of nearby concepts: languages differ in word order. */
export function conceptPairs(concepts: readonly number[]): Int32Array {
  const grams: number[] = [];
  for (let at = 0; at < concepts.length; at++) {
    const one = concepts[at]!;
    grams.push(mix(CONCEPT, one));
    for (let next = at + 1; next < concepts.length && next <= at + WINDOW; next++) {
      const other = concepts[next]!;
      if (one !== other) grams.push(mix(mix(mix(CONCEPT, Math.min(one, other)), 0x3f), Math.max(one, other)));
    }
  }
  return new Int32Array(grams);
}

export function conceptsAlone(concepts: readonly number[]): Int32Array {
  const hashes = new Int32Array(concepts.length);
  for (let at = 0; at < hashes.length; at++) hashes[at] = mix(CONCEPT, concepts[at]!);
  return hashes;
}
