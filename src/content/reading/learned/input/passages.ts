import type { Content, Part } from '../message.ts';
import { type Decoded, decodedIn, type Likeliness } from '../text/decode.ts';
import { bare } from '../text/fold.ts';
import type { Markup } from './markup.ts';

/** A few sentences of a message, with where they stand. */
export type Passage = {
  text: string;
  part: Part;
  /** The exact kind of place: `text`, `comment`, `alt`, `filename`, `base64` … */
  place: string;
  /** Of the attached files, which one; -1 when it stands in none. */
  file: number;
  /** Of its part: which passage of how many. */
  at: number;
  of: number;
  /** In the order of the message; the neighbours are read as context. */
  before: Passage | null;
  after: Passage | null;
  /** What the layout says: quoted, in a fence, in a list … */
  layout: Layout;
  /** As it stands in the message, where the text was decoded. */
  encoded?: string;
};

export type Layout = {
  quoted: boolean;
  fenced: boolean;
  listed: boolean;
  /** Behind the separator of a signature. */
  signed: boolean;
  forwarded: boolean;
};

const MAX_PASSAGES = 3_000;
/** Characters of a passage: the length aimed at, and the greatest. */
const TARGET = 140;
const LONGEST = 280;
/** Limits on the characters read: of one part, of all parts together, and the least that every part gets. */
const MAX_TEXT = 200_000;
const MAX_ALL = 400_000;
const LEAST_TEXT = 2_000;
const MAX_NAME = 500;
const MAX_FILES = 100;

/** Splits everything a message contains into passages: shown, hidden, attached and decoded text. */
export function passagesOf(content: Content, markup: Markup | null, likely: Likeliness): Passage[] {
  const passages: Passage[] = [];
  let left = MAX_ALL;
  const add = (text: string, place: string, part: Part, file = -1): void => {
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    const read = windowOf(text, Math.min(MAX_TEXT, Math.max(LEAST_TEXT, left)));
    left -= read.length;
    addPart(passages, read, { place, part, file }, likely);
  };
  add(content.subject, 'subject', 'subject');
  add(content.text, 'text', 'text');
  if (markup) addMarkup(content, markup, add);
  add((content.from?.name ?? '').slice(0, MAX_NAME), 'name', 'header');
  content.attachments.slice(0, MAX_FILES).forEach(({ filename, text }, file) => {
    add(filename.slice(-MAX_NAME).replace(/[_.-]+/g, ' '), 'filename', 'attachment', file);
    if (text) add(text, 'file', 'attachment', file);
  });
  return passages;
}

/** Keeps the beginning and the end of a text that is too long. */
const windowOf = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most * 0.75)}\n${text.slice(-most / 4)}`;

/** Made when it is first asked for: most html says what the text says, line for line. */
function once<Made>(make: () => Made): () => Made {
  let made: { of: Made } | undefined;
  return () => {
    made ??= { of: make() };
    return made.of;
  };
}

type Add = (text: string, place: string, part: Part, file?: number) => void;

function addMarkup(content: Content, { visible, unseen }: Markup, add: Add): void {
  const said = once(() => bare(`${content.subject} ${content.text}`));
  if (content.text.trim() === '') add(visible, 'text', 'text');
  else add(notSaid(visible, content.text, said), 'html', 'text');
  const all = once(() => said() + bare(visible));
  for (const { place, by, text } of unseen) {
    const words = bare(text);
    if (words.length < 4 || all().includes(words)) continue;
    add(text, place === 'attribute' ? by : place, place === 'comment' ? 'html_comment' : 'html_hidden');
  }
}

/** So many different lines of html are looked for anywhere in the text; further ones only among its lines. */
const MAX_SOUGHT = 400;

/** The lines of html that the text part does not have: the same message is written twice. */
function notSaid(visible: string, text: string, said: () => string): string {
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  const known = new Map<string, boolean>();
  let sought = 0;
  const isSaid = (line: string): boolean => {
    const words = bare(line);
    return words.length === 0 || (sought++ < MAX_SOUGHT && said().includes(words));
  };
  return visible
    .split('\n')
    .filter((raw) => {
      const line = raw.trim();
      if (lines.has(line)) return false;
      const before = known.get(line);
      const has = before ?? isSaid(line);
      if (before === undefined) known.set(line, has);
      return !has;
    })
    .join('\n');
}

type Source = { place: string; part: Part; file: number };

function addPart(passages: Passage[], text: string, source: Source, likely: Likeliness): void {
  const cuts = [...cut(text)];
  const first = passages.length;
  // Many short lines must not use up the places of what comes after them.
  const pieces = cuts.length > (MAX_PASSAGES - first) / 2 ? grouped(cuts) : cuts;
  for (const { text: piece, layout } of pieces) append(passages, { ...source, text: piece, layout }, first);
  for (const passage of passages.slice(first)) Object.assign(passage, { of: passages.length - first });
  if (source.place !== 'name')
    for (const decoded of decodedIn(text, likely)) appendDecoded(passages, decoded, source, text);
}

/** Neighbouring pieces in groups of at most the greatest length, with the layout of their first. */
function grouped(pieces: readonly Piece[]): Piece[] {
  const groups: Piece[] = [];
  for (const { text, layout } of pieces) {
    const last = groups.at(-1);
    if (last && last.text.length + text.length < LONGEST) last.text += ` ${text}`;
    else groups.push({ text, layout });
  }
  return groups;
}

function append(
  passages: Passage[],
  given: Source & Pick<Passage, 'text' | 'layout' | 'encoded'>,
  first: number,
): void {
  if (passages.length >= MAX_PASSAGES) return;
  const before = passages.length > first ? passages.at(-1)! : null;
  const passage: Passage = { ...given, at: passages.length - first, of: 1, before, after: null };
  if (before) before.after = passage;
  passages.push(passage);
}

const plain: Layout = { quoted: false, fenced: false, listed: false, signed: false, forwarded: false };

function appendDecoded(
  passages: Passage[],
  { encoding, text, at, length }: Decoded,
  source: Source,
  whole: string,
): void {
  const first = passages.length;
  const encoded = whole.slice(at, at + length);
  for (const { text: piece } of cut(text))
    append(passages, { ...source, place: encoding, text: piece, layout: plain, encoded }, first);
}

type Piece = { text: string; layout: Layout };

const FENCE = /^\s*(?:```|~~~)/;
const SIGNATURE = /^(?:-- ?|_{5,}|—)$/;
const FORWARDED = /^[\s>*]*(?:-{2,}|_{2,}).*\p{L}.*(?:-{2,}|_{2,})\s*$|^\s*(?:begin|anfang)\b.*:\s*$/iu;

/** Most lines begin with a letter, and only the others say something by their layout. */
const MARKED = /^\s*(?:[^\p{L}\s]|begin\b|anfang\b)/iu;

/** Paragraphs, short ones alone, long ones in groups of sentences. */
function* cut(text: string): Generator<Piece> {
  let lines: string[] = [];
  let layout = plain;
  let state = plain;
  for (const raw of text.split('\n')) {
    const isMarked = MARKED.test(raw);
    if (isMarked) state = stateAfter(raw, state);
    const own = isMarked ? { ...state, ...marksOf(raw) } : state;
    const line = own.quoted ? raw.replace(/^[\s>|]+/, '') : raw.trim();
    if (line === '' || own.listed || own.quoted !== layout.quoted || own.fenced !== layout.fenced) {
      yield* sentences(lines.join(' '), layout);
      lines = [];
    }
    if (line !== '') {
      if (lines.length === 0) layout = own;
      lines.push(line);
    }
  }
  yield* sentences(lines.join(' '), layout);
}

/** Whether a fence, a signature or a forwarded message begins. */
function stateAfter(line: string, state: Layout): Layout {
  if (FENCE.test(line)) return { ...state, fenced: !state.fenced };
  if (SIGNATURE.test(line.trimEnd())) return { ...state, signed: true };
  return FORWARDED.test(line) ? { ...state, forwarded: true } : state;
}

const marksOf = (line: string): Pick<Layout, 'quoted' | 'listed'> => ({
  quoted: /^\s*[>|]/.test(line),
  listed: /^\s*(?:[-*•·–+]|\d{1,2}[.)])\s+\S/.test(line),
});

/** Long paragraphs are cut at the ends of sentences; where there are none, at a blank. */
function* sentences(paragraph: string, layout: Layout): Generator<Piece> {
  if (!/[\p{L}\p{N}]/u.test(paragraph)) return;
  if (paragraph.length <= TARGET) return yield { text: paragraph, layout };
  let group = '';
  for (const sentence of paragraph.split(/(?<=[.!?…;:。！？।؟])\s+|(?<=[。！？])/u)) {
    if (group !== '' && group.length + sentence.length > TARGET) {
      yield { text: group, layout };
      group = '';
    }
    group += (group && ' ') + sentence;
    while (group.length > LONGEST) {
      const space = group.lastIndexOf(' ', LONGEST);
      const end = space > LONGEST / 2 ? space : LONGEST;
      yield { text: group.slice(0, end), layout };
      group = group.slice(end).trimStart();
    }
  }
  if (/[\p{L}\p{N}]/u.test(group)) yield { text: group, layout };
}
