import { fold } from './fold.ts';
import { patternFor, says } from './words.ts';

const MAX_LINES = 300;
const MAX_LINE = 600;
/** Candidates looked at: a message that lists more numbers is no verification. */
const MAX_CANDIDATES = 60;
const THRESHOLD = 5;
/** Characters between a word and the code that it names. */
const NEAR = 90;
/** Characters between a plain `code` and what it is for. */
const BREATH = 24;

/**
 * What a code may look like: 4 to 8 digits, maybe in two groups or spelled out, maybe behind a letter (G-123456);
 * or letters with digits. Each alternative has a fixed length at the most and neither money, dates, times, numbers
 * with decimals nor parts of longer words around it.
 */
const candidates =
  /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\d.,/\\$€£¥₹#%&=?@+_-]|[$€£¥₹#+] |\d:|\d )(?:[A-Z]{1,3}-\d{4,8}|\d{3}[ -]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4}[ -]\d{4}|\d(?: \d){3,7}|\d{4,8}|(?=[A-Z\d]{0,9}\d)(?=[A-Z\d]{0,9}[A-Z])[A-Z\d]{5,10}|[A-Z\d]{3,5}-[A-Z\d]{3,5}|[A-Z]{6,8}|(?=[a-z]{0,7}\d)(?=\d{0,7}[a-z])[a-z\d]{6,8})(?![\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\d%@_]|[./-][\p{sc=Latn}\d]|:\d|,\d{2,3}(?![\d\p{sc=Han}\p{sc=Hang}])| ?[€$£¥%]| \d)/gu;

/** A line as it is read: folded, and the same in lower case with what names other numbers blanked out. */
type Line = { text: string; lower: string; hints: Hint[] };
type Hint = { at: number; end: number; kind: 'strong' | 'weak' | 'enter' | 'other' };

/** The one-time code that a message tells, without its spaces, or null. */
export function findCode({ subject, text }: { subject: string; text: string }): string | null {
  const texts = [subject, ...text.split('\n', MAX_LINES)].map((line) => fold(line.slice(0, MAX_LINE)));
  const whole = texts.join('\n').toLowerCase();
  // Most mail names no code at all, and needs no closer look.
  const mayNameOne =
    says(whole, 'strong') || says(whole, 'weak') || (says(whole, 'enter') && says(whole, 'intent'));
  if (!mayNameOne) return null;
  const lines = texts.map(readLine);
  const hasStrong = lines.some(({ hints }) => hints.some(({ kind }) => kind === 'strong'));
  const hasWeak = lines.some(({ hints }) => hints.some(({ kind }) => kind === 'weak' || kind === 'enter'));
  const [hasIntent, isShortLived] = [says(whole, 'intent'), says(whole, 'shortLived')];
  if (!hasStrong && !(hasWeak && (hasIntent || says(whole, 'minutes')))) return null;
  // What holds for minutes but says not what for may be an offer's: these have letters.
  const digitsOnly = !hasStrong && !hasIntent;
  const named = namesCode(lines[0]!);
  const evidence = (hasIntent ? 1 : 0) + (isShortLived ? 1 : 0) + (named ? 1 : 0);
  let best: { code: string; score: number } | null = null;
  let looked = 0;
  for (const [index, line] of lines.entries()) {
    for (const match of line.text.matchAll(candidates)) {
      looked += 1;
      if (looked > MAX_CANDIDATES) return best?.code ?? null;
      if (digitsOnly && !/^[\d -]+$/.test(match[0])) continue;
      const score = scoreOf(match[0], match.index, index, lines) + evidence;
      if (score >= THRESHOLD && score > (best?.score ?? 0)) best = { code: plain(match[0]), score };
    }
  }
  return best?.code ?? null;
}

/** Whether the subject says that the message brings a code, and nothing of another number. */
const namesCode = ({ hints }: Line): boolean =>
  hints.some(({ kind }) => kind !== 'enter') && hints.every(({ kind }) => kind !== 'other');

function readLine(text: string): Line {
  const lower = text.toLowerCase();
  const hints: Hint[] = [];
  // What names another number hides the words within it: `promo code` is no `code`.
  let rest = lower;
  for (const kind of ['other', 'strong', 'weak', 'enter'] as const) {
    rest = rest.replace(patternFor(kind, rest), (found, ...more) => {
      const at = more.find((each): each is number => typeof each === 'number')!;
      hints.push({ at, end: at + found.length, kind });
      return '\u0001'.repeat(found.length);
    });
  }
  for (const hint of hints) if (hint.kind === 'weak' && isAboutSigningIn(lower, hint)) hint.kind = 'strong';
  return { text, lower, hints };
}

/** `codul tău de verificare`, `the code to log in`: said in the same breath as what it is for. */
function isAboutSigningIn(lower: string, { at, end }: Hint): boolean {
  const before = lower
    .slice(Math.max(0, at - BREATH), at)
    .split(/[.!?] /)
    .at(-1)!;
  const behind = lower.slice(end, end + BREATH).split(/[.!?] /)[0]!;
  return says(before, 'intent') || says(behind, 'intent');
}

function scoreOf(candidate: string, at: number, index: number, lines: readonly Line[]): number {
  const line = lines[index]!;
  const end = at + candidate.length;
  const alone = line.text.replace(/[\s*_"'`|>:.[\](){}«»「」【】-]/g, '') === candidate.replace(/[\s-]/g, '');
  let score = Math.max(inLine(line, at, end), nearby(index, lines, alone));
  if (score <= 0) return 0;
  score += alone ? 2 : 0;
  score += shapeOf(candidate);
  // Letters alone, and small ones, are mostly words: only what stands by itself below its name is a code.
  if (/^[A-Z]+$|[a-z]/.test(candidate) && !alone) return 0;
  const year = /^(?:19|20)\d\d$/.test(candidate);
  return year && !alone ? score - 3 : score;
}

/** What the line itself calls the number: the nearest name before it counts, else the nearest behind it. */
function inLine({ text, hints }: Line, at: number, end: number): number {
  const before = hints
    .filter((hint) => hint.end <= at && at - hint.end <= NEAR)
    // In `card ending 4417 is 663204` the card has its number already.
    .filter((hint) => hint.kind !== 'other' || !/\d{3}/.test(text.slice(hint.end, at)))
    .sort((a, b) => b.end - a.end)[0];
  const behind = hints
    .filter((hint) => hint.at >= end && hint.at - end <= NEAR)
    .sort((a, b) => a.at - b.at)[0];
  if (before?.kind === 'other' && at - before.end <= 40) {
    return behind?.kind === 'strong' && behind.at - end <= 20 ? 3 : -9;
  }
  const direct =
    before !== undefined &&
    /^[\s:：=\-–>"'«*()는은이가は]{0,6}(?:is|ist|lautet|est|es|esta|este|e|er|ar|lyder|on|to|jest|je|la|ειναι|adalah|هو|הוא|คือ|是|为|為)?[\s:：="'«*「【(]{0,4}$/.test(
      text.slice(before.end, at),
    );
  // What the sentence before speaks of is mostly something else.
  const apart = before !== undefined && /[.!?] /.test(text.slice(before.end, at)) ? 3 : 0;
  const front = weightOf(before, direct) + (direct ? 2 : 0) - apart;
  const close = behind !== undefined && behind.at - end <= (behind.kind === 'enter' ? 8 : 24);
  const back = weightOf(behind, close) - 1 + (close ? 2 : 0);
  return Math.max(front, back);
}

/** A verb like `enter` tells only of what stands beside it. */
function weightOf(hint: Hint | undefined, isBeside: boolean): number {
  if (hint === undefined || hint.kind === 'other') return 0;
  if (hint.kind === 'enter') return isBeside ? 3 : 0;
  return hint.kind === 'strong' ? 4 : 2;
}

/** What the lines around it say: mostly the code stands by itself below its name. */
function nearby(index: number, lines: readonly Line[], alone: boolean): number {
  if (!alone) return 0;
  const around = (step: 1 | -1, most: number): Line[] => {
    const found: Line[] = [];
    for (let at = index + step; at >= 0 && at < lines.length && found.length < most; at += step)
      if (lines[at]!.text.trim() !== '') found.push(lines[at]!);
    return found;
  };
  const weight = (list: Line[], less: number): number => {
    for (const [distance, { hints }] of list.entries()) {
      const named = hints.filter(({ kind }) => kind !== 'other');
      if (named.length > 0) {
        return Math.max(...named.map((hint) => weightOf(hint, true))) - less - Math.floor(distance / 2);
      }
      // Right above it the name of another number.
      if (distance === 0 && less === 0 && hints.length > 0) return 0;
    }
    return 0;
  };
  return Math.max(weight(around(-1, 4), 0), weight(around(1, 2), 1));
}

function shapeOf(candidate: string): number {
  const digits = candidate.replace(/\D/g, '').length;
  if (/^[A-Z]+$/.test(candidate)) return -1;
  return digits === 6 ? 1 : 0;
}

/** As it is typed in: `123 456` and `1 2 3 4 5 6` without spaces, `123-456` too; letters keep their hyphen. */
const plain = (candidate: string): string =>
  /^[\d -]+$/.test(candidate) ? candidate.replace(/[ -]/g, '') : candidate;
