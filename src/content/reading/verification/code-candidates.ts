import { fold } from './fold.ts';

/** Text as the finder reads it: line 0 is the subject. Addresses and links are blanked out, places kept. */
export type Line = { text: string; isQuoted: boolean };

/** What may be a code, by its form alone. `start` and `end` are places in its line. */
export type CodeCandidate = { line: number; start: number; end: number; raw: string };

const MAX_LINES = 300;
const MAX_LINE = 600;
/** A message that lists more numbers is no verification; the rest is not looked at. */
const MAX_CANDIDATES = 80;
const MIN_CODE = 4;
const MAX_CODE = 16;
const MAX_GROUP = 5;

const ADDRESS = /https?:\/\/[^\s<>"']{1,2000}|\bwww\.[^\s<>"']{1,500}|[^\s<>()"']{1,64}@[^\s<>()"']{1,200}/gi;
const ATOM = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]+/gu;
const DIGIT = /\d/;
const CAPITALS = /^[A-Z]+$/;

export function linesOf(subject: string, text: string): Line[] {
  return [subject, ...text.split('\n', MAX_LINES)].map((raw) => {
    const line = fold(raw.slice(0, MAX_LINE));
    return {
      text: line.replace(ADDRESS, (found) => ' '.repeat(found.length)),
      isQuoted: /^\s*[>|]/.test(line),
    };
  });
}

/** The letters and digits of a code: what is compared, and what is typed in. */
export const core = (raw: string): string => raw.replace(/[^\p{L}\p{N}]/gu, '');

type Atom = { start: number; end: number; text: string };

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
  const atoms: Atom[] = [...text.matchAll(ATOM)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }));
  const places = new Map<string, { start: number; end: number }>();
  const add = (from: Atom, to: Atom): void => {
    const raw = text.slice(from.start, to.end);
    const { length } = core(raw);
    if (length >= MIN_CODE && length <= MAX_CODE && mayBeCode(raw))
      places.set(`${from.start} ${to.end}`, { start: from.start, end: to.end });
  };
  for (const atom of atoms) add(atom, atom);
  for (const [separator, fits] of joins)
    for (const [first, last] of runs(atoms, text, separator, fits)) add(atoms[first]!, atoms[last]!);
  return [...places.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** How the groups of a code are joined. */
const joins: [separator: RegExp, fits: (atom: Atom) => boolean][] = [
  [/^[-\u2010-\u2013]$/, () => true],
  [/^ $/, (atom) => isGroup(atom)],
  [/^ $/, (atom) => isGroup(atom) || isPrefix(atom)],
  [/^ (?:[-\u2010-\u2013] )?$/, (atom) => isGroup(atom)],
];

const isPrefix = ({ text }: Atom): boolean => text.length <= 3 && CAPITALS.test(text);
const isGroup = ({ text }: Atom): boolean => text.length <= MAX_GROUP && DIGIT.test(text);

/** A code has a digit, or is written in capitals. */
const mayBeCode = (raw: string): boolean => DIGIT.test(raw) || CAPITALS.test(core(raw));

/** The longest runs of at least two atoms with one separator between them. */
function runs(
  atoms: readonly Atom[],
  text: string,
  separator: RegExp,
  fits: (atom: Atom) => boolean,
): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (let first = 0; first < atoms.length; first++) {
    let last = first;
    while (
      last + 1 < atoms.length &&
      fits(atoms[last]!) &&
      fits(atoms[last + 1]!) &&
      separator.test(text.slice(atoms[last]!.end, atoms[last + 1]!.start))
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
