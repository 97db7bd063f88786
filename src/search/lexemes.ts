import type { Queryable } from '#kernel/data/database.ts';
import { readLexemes } from './repository/lexemes.ts';

/** The lexemes of at least these words. Unknown words are requested in one statement. */
export type Lexemes = {
  /** Its stems, each with its position among the tokens of the word: nearly always one at 1. */
  stems: readonly { lexeme: string; place: number }[];
  /** The number of tokens that the word takes in a text. */
  length: number;
  /** The word as it is written, without accents. */
  plain: readonly string[];
};

/** Words of mail come again and again; 20,000 with their lexemes take about 4 MB. */
const MOST_YOUNG = 20_000;

type Generation = { words: Map<string, Map<string, Lexemes>>; size: number };
const emptyGeneration = (): Generation => ({ words: new Map(), size: 0 });

/**
 * The cache, by configuration and word. Without it, reading text was 80% of the work of Postgres for a message
 * (bench/README.md). Each mail also has words that never occur again. When a generation is full, it becomes the old
 * one, and only words that are looked up again move to the new one.
 */
let young = emptyGeneration();
let old = emptyGeneration();

/** The lexemes of at least these words. Unknown ones are looked up in one statement. */
export async function lexemesOf(
  db: Queryable,
  configuration: string,
  words: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Lexemes>> {
  const here = roomFor(configuration, words);
  const before = old.words.get(configuration);
  const generation = young;
  const missing: string[] = [];
  for (const word of words) {
    if (here.has(word)) continue;
    generation.size += 1;
    const known = before?.get(word);
    if (known) here.set(word, known);
    else missing.push(word);
  }
  if (missing.length === 0) return here;
  try {
    const rows = await readLexemes(db, configuration, missing);
    for (const [index, { stems, plain }] of rows.entries())
      here.set(missing[index]!, toLexemes(stems, plain));
  } catch (error) {
    generation.size -= missing.length;
    throw error;
  }
  return here;
}

/** The young words of a configuration, with room for these. Callers may still use the previous generation. */
function roomFor(configuration: string, words: ReadonlySet<string>): Map<string, Lexemes> {
  const current = young.words.get(configuration);
  let fresh = 0;
  for (const word of words) if (!current?.has(word)) fresh += 1;
  if (young.size > 0 && young.size + fresh > MOST_YOUNG) {
    old = young;
    young = emptyGeneration();
  }
  let here = young.words.get(configuration);
  if (!here) {
    here = new Map();
    young.words.set(configuration, here);
  }
  return here;
}

const ONE_STEM = /^('[^'\\]*'):1$/;
const LEXEME = /('(?:[^'\\]|''|\\\\)*')(?::([\d,]+))?/g;

function toLexemes(stems: string, plain: string): Lexemes {
  const single = ONE_STEM.exec(stems)?.[1];
  const all = single ? [{ lexeme: single, place: 1 }] : [...stems.matchAll(LEXEME)].flatMap(placesIn);
  return {
    stems: all,
    length: all.reduce((last, { place }) => Math.max(last, place), 0),
    plain: [...plain.matchAll(LEXEME)].map(([, lexeme]) => lexeme!),
  };
}

const placesIn = ([, lexeme, places]: RegExpMatchArray): { lexeme: string; place: number }[] =>
  places!.split(',').map((place) => ({ lexeme: lexeme!, place: Number(place) }));

/** The highest position in a tsvector, and the maximum number of positions of a lexeme (textsearch limits of Postgres). */
const LAST_PLACE = 16_383;
const MOST_PLACES = 255;
/** The maximum size of a tsvector in bytes. Its text is never shorter. */
const MOST_BYTES = 1_048_575;

export type Part = { words: readonly string[]; weight: 'A' | 'B' | 'C' | '' };

/**
 * The text of a tsvector of these parts in order: the stems with positions and weights, as `to_tsvector` gives them,
 * and with `plain` also the words as they are written, without positions. Parts beyond the limits of a tsvector are
 * left out, from the end.
 */
export function vectorOf(
  parts: readonly Part[],
  lexemes: ReadonlyMap<string, Lexemes>,
  { plain }: { plain: boolean },
): string {
  const read = readWords(parts, lexemes);
  // Each lexeme with its positions so far, in the form in which it will be written.
  const written = new Map<string, string>();
  for (const { of, at } of read) {
    for (const { lexeme, place } of of.stems) {
      let text = written.get(lexeme);
      for (const { before, weight } of at) {
        const shifted = Math.min(before + place, LAST_PLACE);
        text = text === undefined ? `${lexeme}:${shifted}${weight}` : `${text},${shifted}${weight}`;
      }
      if (text !== undefined) written.set(lexeme, text);
    }
  }
  const stems = [...written.values()];
  if (!plain) return joinedWithin(MOST_BYTES, stems);
  const others = new Set<string>();
  for (const { of } of read) for (const lexeme of of.plain) if (!written.has(lexeme)) others.add(lexeme);
  return joinedWithin(MOST_BYTES, [...stems, ...others]);
}

/** A UTF-16 unit takes three bytes at most, so short texts need not be measured. */
const MOST_BYTES_A_UNIT = 3;

function joinedWithin(most: number, entries: readonly string[]): string {
  const whole = entries.join(' ');
  if (whole.length * MOST_BYTES_A_UNIT <= most) return whole;
  let left = most;
  const end = entries.findIndex((entry) => {
    left -= Buffer.byteLength(entry) + 1;
    return left < 0;
  });
  return (end < 0 ? entries : entries.slice(0, end)).join(' ');
}

/** A word with the number of tokens before each of its occurrences. */
type ReadWord = { of: Lexemes; at: { before: number; weight: string }[] };

function readWords(parts: readonly Part[], lexemes: ReadonlyMap<string, Lexemes>): ReadWord[] {
  const read = new Map<string, ReadWord>();
  let before = 0;
  for (const { words, weight } of parts) {
    for (const word of words) {
      let entry = read.get(word);
      if (!entry) {
        entry = { of: lexemes.get(word)!, at: [] };
        read.set(word, entry);
      }
      if (entry.at.length < MOST_PLACES) entry.at.push({ before, weight });
      before += entry.of.length;
    }
  }
  return [...read.values()];
}
