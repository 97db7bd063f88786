import type { Content } from '../message.ts';
import { conceptOf, conceptPairs, conceptsAlone, conceptsIn, loadConcepts } from '../text/concepts.ts';
import type { Likeliness } from '../text/decode.ts';
import { disguises } from '../text/fold.ts';
import { loadMeanings, meaningOf } from '../text/meanings.ts';
import { type Grams, gramsOf, hashOf, type Sink, wordsOf } from '../text/ngrams.ts';
import { type Target, targetsOf, withoutLinks } from './addresses.ts';
import type { Brands } from './brands.ts';
import { type Markup, readMarkup } from './markup.ts';
import { type Passage, passagesOf } from './passages.ts';
import { RecentTexts } from './recent-texts.ts';
import { messageSense, passageSense, type Sense, senseOf, sumOf } from './sense.ts';
import { structureOf } from './structure.ts';
import { type Vector, VectorBuilder } from './vector.ts';

/** How many buckets the features of a message and of a passage are hashed to, as powers of two. */
export const MESSAGE_BITS = 17;
export const PASSAGE_BITS = 19;

/** A message split into passages, each tokenised once. */
export type Dissected = {
  content: Content;
  markup: Markup | null;
  targets: Target[];
  passages: Passage[];
  /** Of each passage. */
  tokens: Tokens[];
};

/** What a passage is made of: its words, their concepts (alone and with pairs), which languages share, and its sense. */
export type Tokens = Grams & {
  concepts: Int32Array;
  conceptPairs: Int32Array;
  sense: Sense;
  /** Hashes of what its form says. */
  marks: readonly number[];
};

export function dissect(content: Content, likely: Likeliness): Dissected {
  const markup = content.html === null ? null : readMarkup(content.html);
  const passages = passagesOf(content, markup, likely);
  const said = `${content.text}\n${markup?.visible ?? ''}`.slice(0, 100_000);
  const targets = targetsOf(said, markup?.links ?? []);
  return { content, markup, targets, passages, tokens: tokensOf(passages) };
}

/** One of the usual length takes about 2 KB. */
const MOST_RECENT = 1_000;
const recent = new RecentTexts<Tokens>(MOST_RECENT);

/** Logs, tables and quoted history repeat themselves: the same text is tokenised once. */
function tokensOf(passages: readonly Passage[]): Tokens[] {
  const known = new Map<string, Tokens>();
  return passages.map(({ text }) => {
    const before = known.get(text);
    if (before) return before;
    const tokens = recent.find(text) ?? recent.keep(flat(text), tokenised(text));
    known.set(text, tokens);
    return tokens;
  });
}

/** A copy of its own: a slice would keep the whole message in memory. */
const flat = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

function tokenised(text: string): Tokens {
  const table = loadConcepts();
  const meanings = loadMeanings();
  const words = wordsOf(withoutLinks(text));
  const concepts = conceptsIn(words, table);
  const isKnown = (at: number): boolean =>
    conceptOf(words, at, table) >= 0 || meaningOf(words, at, meanings) >= 0;
  return {
    ...gramsOf(words, isKnown),
    concepts: conceptsAlone(concepts),
    conceptPairs: conceptPairs(concepts),
    sense: senseOf(words),
    marks: marksOf(text),
  };
}

/** Seeds of the hashes: the same word means something else in another place. */
const seeds = {
  ...{
    body: 1,
    subject: 2,
    other: 3,
    first: 4,
    last: 5,
    structure: 6,
    before: 7,
    after: 8,
    passage: 9,
    place: 10,
  },
  ...{ meant: 11, meantIn: 12, meantBefore: 13, meantAfter: 14, meantFirst: 15 },
};

const HEAD_CHARACTERS = 4_000;
const TAIL_CHARACTERS = 1_000;

/** The shared builders of a thread. */
export class Features {
  readonly #message = new VectorBuilder(MESSAGE_BITS);
  readonly #passage = new VectorBuilder(PASSAGE_BITS);

  /** Valid until the next call. */
  message({ content, markup, targets, passages, tokens }: Dissected, brands: Brands): Vector {
    const vector = this.#message;
    vector.begin();
    const body = windowed(passages, (passage) => passage.part === 'text' && !passage.layout.quoted);
    const said = new Set(body.map((at) => tokens[at]!));
    for (const { words } of said) vector.addAll(words, seeds.body);
    vector.end(1);
    for (const { characters } of said) vector.addAll(characters, seeds.body);
    vector.end(0.5);
    for (const { conceptPairs: pairs } of said) vector.addAll(pairs, seeds.meant);
    vector.end(1);
    const subject = tokens[passages.findIndex(({ part }) => part === 'subject')];
    if (subject) vector.addAll(subject.concepts, seeds.meantFirst);
    if (subject) vector.addAll(subject.words, seeds.subject);
    vector.end(0.7);
    const beside = windowed(
      passages,
      ({ part, layout }) => part !== 'subject' && (part !== 'text' || layout.quoted),
    );
    for (const { single } of new Set(beside.map((at) => tokens[at]!))) vector.addAll(single, seeds.other);
    vector.end(0.4);
    edges(body, tokens, vector);
    structureOf(content, markup, targets, brands, named(seeds.structure, vector.add));
    vector.end(0.12, true);
    return vector.view();
  }

  /** The words of one passage as a message's: which of them speaks for a head. Valid until the next call. */
  wordsAlone(grams: Grams): Vector {
    const vector = this.#message;
    vector.begin();
    vector.addAll(grams.words, seeds.body);
    vector.end(1);
    return vector.view();
  }

  /** Valid until the next call. */
  passage({ content, passages, tokens }: Dissected, at: number): Vector {
    const vector = this.#passage;
    const passage = passages[at]!;
    const own = tokens[at]!;
    vector.begin();
    vector.addAll(own.words, seeds.passage);
    vector.end(1);
    vector.addAll(own.characters, seeds.passage);
    vector.end(0.5);
    vector.addAll(own.conceptPairs, seeds.meantIn);
    vector.end(1);
    if (passage.before) vector.addAll(tokens[at - 1]!.single, seeds.before);
    if (passage.before) vector.addAll(tokens[at - 1]!.concepts, seeds.meantBefore);
    vector.end(0.4);
    if (passage.after) vector.addAll(tokens[at + 1]!.single, seeds.after);
    if (passage.after) vector.addAll(tokens[at + 1]!.concepts, seeds.meantAfter);
    vector.end(0.4);
    placeOf(content, passage, passages.length, named(seeds.place, vector.add));
    for (const mark of own.marks) vector.add(mark);
    vector.end(0.15, true);
    return vector.view();
  }
}

/** The sense of a message's parts: body, subject, first passage, last passages, and everything else. */
export function senseOfMessage({ passages, tokens }: Dissected): Vector {
  const isBody = ({ part, layout }: Passage): boolean => part === 'text' && !layout.quoted;
  const where = (belongs: (passage: Passage) => boolean): Sense[] =>
    tokens.filter((_, at) => belongs(passages[at]!)).map(({ sense }) => sense);
  const body = where(isBody);
  const parts = [
    body,
    where(({ part }) => part === 'subject'),
    body.slice(0, 1),
    body.slice(-2),
    where((passage) => passage.part !== 'subject' && !isBody(passage)),
  ];
  return messageSense(parts.map(sumOf));
}

/** The sense of a passage together with its neighbours and the whole message. */
export function sensesOfPassages({ passages, tokens }: Dissected): (at: number) => Vector {
  const all = sumOf(tokens.map(({ sense }) => sense));
  return (at) => {
    const { before, after } = passages[at]!;
    return passageSense([
      tokens[at]!.sense,
      before && tokens[at - 1]!.sense,
      after && tokens[at + 1]!.sense,
      all,
    ]);
  };
}

const named = (seed: number, sink: Sink) => (name: string) => sink(hashOf(name, seed));

/** First and last words: greetings and closings tell the kind of a message. */
function edges(body: readonly number[], tokens: readonly Tokens[], vector: VectorBuilder): void {
  if (body.length > 0) vector.addAll(tokens[body[0]!]!.single, seeds.first);
  for (const at of body.slice(-2)) vector.addAll(tokens[at]!.single, seeds.last);
  vector.end(0.4);
}

/** The passages at the beginning and the end, which represent a long message. */
function windowed(passages: readonly Passage[], belongs: (passage: Passage) => boolean): number[] {
  const all = passages.flatMap((passage, at) => (belongs(passage) ? [at] : []));
  const length = (at: number): number => passages[at]!.text.length;
  const first = all.slice(0, Math.max(1, countWithin(all.map(length), HEAD_CHARACTERS)));
  const rest = all.slice(first.length).reverse();
  const last = rest.slice(0, countWithin(rest.map(length), TAIL_CHARACTERS));
  return first.concat(last.toReversed());
}

/** How many of the first lengths add up to no more than `most`. */
function countWithin(lengths: readonly number[], most: number): number {
  let sum = 0;
  const end = lengths.findIndex((length) => {
    sum += length;
    return sum > most;
  });
  return end < 0 ? lengths.length : end;
}

const size = (count: number): number => Math.min(7, Math.round(Math.log2(count + 1)));

/** Features of a passage's surroundings, independent of its wording. */
function placeOf(content: Content, passage: Passage, all: number, name: (name: string) => void): void {
  const { text, place, part, layout, at, of } = passage;
  name(`place ${place}`);
  name(`part ${part}`);
  for (const [kind, holds] of Object.entries(layout)) if (holds) name(`${kind} ${part}`);
  name(`first ${at === 0} ${part}`);
  name(`last ${at === of - 1} ${part}`);
  name(`where ${Math.floor((4 * at) / of)} ${part}`);
  name(`of ${size(of)}`);
  name(`all ${size(all)}`);
  name(`length ${size(text.length)} ${part}`);
  name(`html ${content.html !== null}`);
}

/** Features of a passage's form, as hashes. They come after those of its place. */
function marksOf(text: string): number[] {
  const marks: number[] = [];
  const name = named(seeds.place, (hash) => marks.push(hash));
  name(`within quotes ${Math.round(4 * shareQuoted(text))}`);
  if (/^[\p{L}\p{N} _#@-]{2,40}[:：]/u.test(text)) name('labelled');
  if (/[{}[\]<>|=]{2}|<\/?\w+>|^\s*[[<{#]/.test(text)) name('marked up');
  if (/[?？؟]\s*$/.test(text)) name('asks');
  if (/\S@\S/.test(text)) name('address');
  if (/https?:/.test(text)) name('link');
  const { unseen, mixed } = disguises(text);
  if (unseen > 1) name('unseen');
  if (mixed > 0) name('mixed');
  return marks;
}

/** How much of a passage stands in quotation marks. */
function shareQuoted(text: string): number {
  let quoted = 0;
  for (const [match] of text.matchAll(/["“„”«»‹›「『`'‘][^"“”«»‹›」』`’\n]{6,400}["“”«»‹›」』`'’]/g))
    quoted += match.length;
  return quoted / Math.max(1, text.length);
}
