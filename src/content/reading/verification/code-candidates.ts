import { fold } from './fold.ts';

/** Text as the finder reads it: line 0 is the subject. Addresses and links are blanked out, places kept. */
export type Line = { text: string; isQuoted: boolean };

/** What may be a code, by its form alone. `start` and `end` are places in its line. */
export type CodeCandidate = { line: number; start: number; end: number; raw: string };

const MAX_LINES = 300;
const MAX_LINE = 600;
/** A message that lists more numbers is no verification; the rest is not looked at. */
const MAX_CANDIDATES = 40;
const MIN_CODE = 4;
const MAX_CODE = 16;
const MAX_GROUP = 5;

const ADDRESS = /https?:\/\/[^\s<>"']{1,2000}|\bwww\.[^\s<>"']{1,500}|[^\s<>()"']{1,64}@[^\s<>()"']{1,200}/gi;
const MAY_HAVE_ADDRESS = /[@]|:\/\/|www\./i;
const ATOM = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]+/gu;
const DIGIT = /\d/;
const CAPITALS = /^[A-Z]+$/;

export function linesOf(subject: string, text: string): Line[] {
  return [subject, ...text.split('\n', MAX_LINES)].map((raw) => {
    const line = fold(raw.slice(0, MAX_LINE));
    return {
      text: MAY_HAVE_ADDRESS.test(line) ? line.replace(ADDRESS, (found) => ' '.repeat(found.length)) : line,
      isQuoted: /^\s*[>|]/.test(line),
    };
  });
}

/** The letters and digits of a code: what is compared, and what is typed in. */
export const core = (raw: string): string => raw.replace(/[^\p{L}\p{N}]/gu, '');

/** `gap` is what stands between it and the next one; null for the last. */
type Atom = { start: number; end: number; text: string; gap: string | null };

/** Everything in the lines that has the form of a code: 4 to 16 letters and digits, in one piece or in groups. */
export function codeCandidates(lines: readonly Line[]): CodeCandidate[] {
  const found: CodeCandidate[] = [];
  for (const [line, { text }] of lines.entries()) {
    if (!DIGIT.test(text) && !/[A-Z]{3}/.test(text)) continue;
    for (const { start, end } of placesIn(text)) {
      if (found.length >= MAX_CANDIDATES) return found;
      found.push({ line, start, end, raw: text.slice(start, end) });
    }
  }
  return found;
}

function placesIn(text: string): { start: number; end: number }[] {
  const atoms = atomsOf(text);
  const places = new Map<string, { start: number; end: number }>();
  const add = (start: number, end: number, length: number, raw: string): void => {
    if (length >= MIN_CODE && length <= MAX_CODE && mayBeCode(raw))
      places.set(`${start} ${end}`, { start, end });
  };
  for (const { start, end, text: raw } of atoms) add(start, end, raw.length, raw);
  for (const [joins, fits] of separators)
    for (const [first, last] of runs(atoms, joins, fits)) {
      const raw = text.slice(atoms[first]!.start, atoms[last]!.end);
      add(atoms[first]!.start, atoms[last]!.end, core(raw).length, raw);
    }
  return [...places.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

function atomsOf(text: string): Atom[] {
  const atoms: Atom[] = [];
  for (const match of text.matchAll(ATOM)) {
    const start = match.index;
    const before = atoms.at(-1);
    if (before) before.gap = text.slice(before.end, start);
    atoms.push({ start, end: start + match[0].length, text: match[0], gap: null });
  }
  return atoms;
}

const HYPHENS = new Set(['-', '\u2010', '\u2011', '\u2012', '\u2013']);
const isHyphen = (gap: string): boolean => HYPHENS.has(gap);
const isBlank = (gap: string): boolean => gap === ' ';
const isLoose = (gap: string): boolean =>
  gap === ' ' || (gap.length === 3 && gap[0] === ' ' && gap[2] === ' ' && HYPHENS.has(gap[1]!));

/** How the groups of a code are joined. */
const separators: [joins: (gap: string) => boolean, fits: (atom: Atom) => boolean][] = [
  [isHyphen, () => true],
  [isBlank, (atom) => isGroup(atom)],
  [isBlank, (atom) => isGroup(atom) || isPrefix(atom)],
  [isLoose, (atom) => isGroup(atom)],
];

const isPrefix = ({ text }: Atom): boolean => text.length <= 3 && CAPITALS.test(text);
const isGroup = ({ text }: Atom): boolean => text.length <= MAX_GROUP && DIGIT.test(text);

/** A code has a digit, or is written in capitals. */
const mayBeCode = (raw: string): boolean => DIGIT.test(raw) || CAPITALS.test(core(raw));

/** The longest runs of at least two atoms with one separator between them. */
function runs(
  atoms: readonly Atom[],
  joins: (gap: string) => boolean,
  fits: (atom: Atom) => boolean,
): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (let first = 0; first < atoms.length; first++) {
    let last = first;
    while (
      last + 1 < atoms.length &&
      joins(atoms[last]!.gap!) &&
      fits(atoms[last]!) &&
      fits(atoms[last + 1]!)
    )
      last++;
    if (last > first) found.push([first, last]);
    first = last;
  }
  return found;
}

/** As it is typed in: without blanks, and digits alone without hyphens too. */
export const typed = (raw: string): string => {
  const joined = raw.replaceAll(' ', '');
  return /^[\d-]+$/.test(joined) ? joined.replaceAll('-', '') : joined;
};
