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
const LONGEST_SENTENCE = 120;
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

/** What a sentence joins: for each of its English words, the places of its joints with every foreign word. */
type Joints = { words: Int32Array; english: number; foreign: number };
type Alignment = { tokens: string[]; counts: number[]; joints: Map<number, number>; sentences: Joints[] };

function alignLanguage(
  catalogue: Catalogue,
  ids: ReadonlyMap<string, number>,
  words: Votes,
  stems: Votes,
): void {
  const alignment = jointsOf(catalogue, ids);
  const { tokens, counts } = alignment;
  for (const [place, { id, share }] of bestOf(alignment, translate(alignment, ids.size), ids.size)) {
    const token = tokens[place]!;
    const weight = share * Math.log2(1 + counts[place]!);
    if (share >= (isDense(token) ? SURE_DENSE : SURE)) vote(words, token, id, weight);
    if (isDense(token)) continue;
    for (const letters of STEM_LETTERS)
      if (token.length > letters) vote(stems, token.slice(0, letters), id, weight);
  }
}

/** Numbers every pair of a foreign word and a concept that stand in one string; words seen once are left out. */
function jointsOf(catalogue: Catalogue, ids: ReadonlyMap<string, number>): Alignment {
  const pairs = [...catalogue].map(([english, translated]) => ({
    english: namesIn(english).flatMap((name) => ids.get(name) ?? []),
    foreign: tokensOf(translated).slice(0, LONGEST_SENTENCE),
  }));
  const seen = new Map<string, number>();
  for (const { foreign } of pairs) for (const token of foreign) seen.set(token, (seen.get(token) ?? 0) + 1);
  const tokens = [...seen].flatMap(([token, count]) => (count >= (isDense(token) ? 3 : 2) ? [token] : []));
  const places = new Map(tokens.map((token, place) => [token, place]));
  const joints = new Map<number, number>();
  const sentences = pairs.map(({ english, foreign }) => {
    const known = foreign.flatMap((token) => places.get(token) ?? []);
    const keys = english.flatMap((id) => known.map((place) => place * ids.size + id));
    return {
      words: Int32Array.from(keys, (key) => numberOf(key, joints)),
      english: english.length,
      foreign: known.length,
    };
  });
  return { tokens, counts: tokens.map((token) => seen.get(token)!), joints, sentences };
}

function numberOf(key: number, joints: Map<number, number>): number {
  const known = joints.get(key) ?? joints.size;
  joints.set(key, known);
  return known;
}

/** How likely the foreign word of each joint stands for its concept, by expectation and maximisation. */
function translate({ counts, joints, sentences }: Alignment, concepts: number): Float64Array {
  const places = Int32Array.from(joints.keys(), (key) => Math.floor(key / concepts));
  let likely = new Float64Array(places.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const shares = new Float64Array(places.length);
    const totals = new Float64Array(counts.length);
    for (const sentence of sentences) spread(sentence, likely, shares);
    for (let at = 0; at < shares.length; at++) totals[places[at]!] = totals[places[at]!]! + shares[at]!;
    likely = shares.map((share, at) => share / Math.max(totals[places[at]!]!, 1e-9));
  }
  return likely;
}

/** Shares each English word of a string among the foreign words that may stand for it. */
function spread({ words, english, foreign }: Joints, likely: Float64Array, shares: Float64Array): void {
  for (let row = 0; row < english; row++) {
    let sum = 1e-3;
    for (let at = row * foreign; at < (row + 1) * foreign; at++) sum += likely[words[at]!]!;
    for (let at = row * foreign; at < (row + 1) * foreign; at++) {
      const joint = words[at]!;
      shares[joint] = shares[joint]! + likely[joint]! / sum;
    }
  }
}

const isDense = (token: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/u.test(token);

/** For each foreign word the concept that it stands for most often. */
function bestOf(
  { joints }: Alignment,
  likely: Float64Array,
  concepts: number,
): [number, { id: number; share: number }][] {
  const best = new Map<number, { id: number; share: number }>();
  for (const [key, joint] of joints) {
    const [place, id] = [Math.floor(key / concepts), key % concepts];
    if ((best.get(place)?.share ?? 0) < likely[joint]!) best.set(place, { id, share: likely[joint]! });
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
