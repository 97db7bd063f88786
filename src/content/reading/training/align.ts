import { writeFileSync } from 'node:fs';
import {
  type ConceptTable,
  conceptsFile,
  encodeConcepts,
  PREFIX,
  PREFIX_LETTERS,
  STEM,
  STEM_LETTERS,
} from '../text/concepts.ts';
import { hashRange, mix } from '../text/ngrams.ts';
import { type Catalogue, namesIn, readCatalogues, tokensOf } from './catalogues.ts';

// `npm run reading:concepts -- <folder of catalogues>` learns which words of other languages mean what in English, by
// IBM's first alignment model over translated strings of programs. The folder is what Debian packages unpack to
// (README.md); the table is in the repository, as this is seldom done and the catalogues are large.

const ROUNDS = 5;
/** Languages with fewer strings teach more mistakes than words. */
const LEAST_PAIRS = 7_000;
const LEAST_STRINGS = 5;
const SURE = 0.25;
const SURE_DENSE = 0.45;

type Votes = Map<string, Map<number, number>>;

export function learnConcepts(catalogues: ReadonlyMap<string, Catalogue>): {
  table: ConceptTable;
  names: string[];
} {
  const names = conceptNames(catalogues);
  const ids = new Map(names.map((name, id) => [name, id]));
  const [words, stems]: [Votes, Votes] = [new Map(), new Map()];
  for (const [, catalogue] of [...catalogues].sort((a, b) => (a[0] < b[0] ? -1 : 1)))
    if (catalogue.size >= LEAST_PAIRS) alignLanguage(catalogue, ids, words, stems);
  const entries = new Map<number, number>();
  for (const [id, name] of names.entries())
    entries.set(mix(hashRange(name, 0, name.length), PREFIX) >>> 0, id);
  for (const [stem, votes] of stems) {
    const winner = winnerOf(votes);
    if (winner.share >= 0.5 && winner.id !== ids.get(stem))
      entries.set(mix(hashRange(stem, 0, stem.length), STEM) >>> 0, winner.id);
  }
  for (const [word, votes] of words) {
    const { id } = winnerOf(votes);
    if (ids.get(word.slice(0, PREFIX_LETTERS)) !== id) entries.set(hashRange(word, 0, word.length) >>> 0, id);
  }
  const sorted = [...entries].sort((a, b) => a[0] - b[0]);
  const table = {
    keys: Uint32Array.from(sorted, ([key]) => key),
    concepts: Uint16Array.from(sorted, ([, id]) => id),
  };
  return { table, names };
}

/** Beginnings of English words that stand in several strings, in order. */
function conceptNames(catalogues: ReadonlyMap<string, Catalogue>): string[] {
  const strings = new Set([...catalogues.values()].flatMap((catalogue) => [...catalogue.keys()]));
  const counts = new Map<string, number>();
  for (const english of strings)
    for (const name of namesIn(english)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= LEAST_STRINGS)
    .map(([name]) => name)
    .sort();
}

type Pair = { english: Int32Array; foreign: Int32Array };

function alignLanguage(
  catalogue: Catalogue,
  ids: ReadonlyMap<string, number>,
  words: Votes,
  stems: Votes,
): void {
  const places = new Map<string, number>();
  const counts: number[] = [];
  const pairs: Pair[] = [];
  for (const [english, translated] of catalogue) {
    const known = namesIn(english).flatMap((name) => ids.get(name) ?? []);
    const foreign = tokensOf(translated);
    if (known.length === 0 || known.length > 40 || foreign.length > 160) continue;
    pairs.push({
      english: Int32Array.from(known),
      foreign: Int32Array.from(foreign, (token) => placeOf(token, places, counts)),
    });
  }
  const likely = translate(pairs, counts, ids.size);
  const tokens = [...places.keys()];
  for (const [place, { id, share }] of bestOf(likely, ids.size)) {
    const token = tokens[place]!;
    if (share >= (isDense(token) ? SURE_DENSE : SURE))
      vote(words, token, id, share * Math.log2(1 + counts[place]!));
    if (isDense(token)) continue;
    for (const letters of STEM_LETTERS)
      if (token.length > letters)
        vote(stems, token.slice(0, letters), id, share * Math.log2(1 + counts[place]!));
  }
}

const isDense = (token: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/u.test(token);

function placeOf(token: string, places: Map<string, number>, counts: number[]): number {
  const place = places.get(token) ?? places.size;
  places.set(token, place);
  counts[place] = (counts[place] ?? 0) + 1;
  return place;
}

/** How likely a foreign word stands for a concept, by expectation and maximisation; keys are `place * concepts + id`. */
function translate(pairs: readonly Pair[], counts: readonly number[], concepts: number): Map<number, number> {
  let likely: Map<number, number> | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const shares = new Map<number, number>();
    const totals = new Float64Array(counts.length);
    for (const { english, foreign } of pairs) {
      const known = foreign.filter((place) => counts[place]! >= 2);
      for (const id of english) spread(id, known, likely, { shares, totals, concepts });
    }
    const next = [...shares].map(
      ([key, share]) => [key, share / totals[Math.floor(key / concepts)]!] as const,
    );
    likely = new Map(next.filter(([, share]) => share > 0.01));
  }
  return likely!;
}

type Sums = { shares: Map<number, number>; totals: Float64Array; concepts: number };

/** Shares one English word among the foreign words that may stand for it. */
function spread(
  id: number,
  known: Int32Array,
  likely: Map<number, number> | null,
  { shares, totals, concepts }: Sums,
): void {
  const weights = Float64Array.from(known, (place) => likely?.get(place * concepts + id) ?? (likely ? 0 : 1));
  const sum = weights.reduce((total, weight) => total + weight, 1e-3);
  known.forEach((place, at) => {
    const share = weights[at]! / sum;
    if (share < 1e-3) return;
    shares.set(place * concepts + id, (shares.get(place * concepts + id) ?? 0) + share);
    totals[place] = totals[place]! + share;
  });
}

function bestOf(
  likely: ReadonlyMap<number, number>,
  concepts: number,
): [number, { id: number; share: number }][] {
  const best = new Map<number, { id: number; share: number }>();
  for (const [key, share] of likely) {
    const [place, id] = [Math.floor(key / concepts), key % concepts];
    if ((best.get(place)?.share ?? 0) < share) best.set(place, { id, share });
  }
  return [...best].sort((a, b) => a[0] - b[0]);
}

function vote(votes: Votes, token: string, id: number, weight: number): void {
  const own = votes.get(token) ?? new Map<number, number>();
  votes.set(token, own.set(id, (own.get(id) ?? 0) + weight));
}

function winnerOf(votes: ReadonlyMap<number, number>): { id: number; share: number } {
  const [id, most] = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]!;
  return { id, share: most / [...votes.values()].reduce((sum, weight) => sum + weight, 0) };
}

if (import.meta.main) {
  const { table, names } = learnConcepts(readCatalogues(process.argv[2]!));
  writeFileSync(conceptsFile, encodeConcepts(table));
  process.stdout.write(`${names.length} concepts, ${table.keys.length} words and beginnings\n`);
}
