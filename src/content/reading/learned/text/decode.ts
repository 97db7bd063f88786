import { type Signs, signsIn } from './decoder-signs.ts';

// Strings that say something once they are decoded. Each decoder finds its candidates in one pass, and what comes out
// counts only if it is text; which of the texts matter is learned.

export type Encoding =
  | 'base64'
  | 'base32'
  | 'hex'
  | 'percent'
  | 'entities'
  | 'escapes'
  | 'codes'
  | 'rot13'
  | 'reversed'
  | 'leet'
  | 'spaced'
  | 'braille'
  | 'morse'
  | 'tags';

export type Decoded = {
  encoding: Encoding;
  text: string /** Where the encoded string stands. */;
  at: number;
  length: number;
};

const MAX_DECODED = 12;
const MAX_LENGTH = 4_000;
const MIN_LETTERS = 6;

/** All that a text hides in other alphabets. */
export function decodedIn(text: string, likely: Likeliness): Decoded[] {
  const found: Decoded[] = [];
  const add = (encoding: Encoding, plain: string, at: number, length: number): void => {
    if (found.length < MAX_DECODED && isText(plain))
      found.push({ encoding, text: plain.slice(0, MAX_LENGTH), at, length });
  };
  const signs: Partial<Record<Encoding, boolean>> & Signs = signsIn(text);
  for (const [encoding, pattern, decode, sign] of decoders) {
    if (signs[encoding] === false || (sign && !sign.test(text))) continue;
    for (const match of text.matchAll(pattern)) {
      const plain = decode(match[0].slice(0, MAX_LENGTH * 4));
      if (plain !== null) add(encoding, plain, match.index, match[0].length);
      if (found.length >= MAX_DECODED) break;
    }
  }
  const seen = new Set<string>();
  for (const { line, at } of linesOf(text)) {
    if (seen.has(line)) continue;
    seen.add(line);
    const spoken = shifted(line, likely);
    if (spoken) add(spoken.encoding, spoken.text, at, line.length);
  }
  return found;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function fromBase64(encoded: string): string | null {
  const compact = encoded.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  // Long words and paths have no digits, capitals and small letters mixed as base64 has.
  if (!/[A-Z]/.test(compact) || !/[a-z]/.test(compact)) return null;
  return textOf(
    Buffer.from(
      compact.slice(0, compact.length - (compact.replace(/=+$/, '').length % 4 === 1 ? 1 : 0)),
      'base64',
    ),
  );
}

function fromBase32(encoded: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of encoded.replace(/[\s=]/g, '')) {
    held = (held << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
      held &= (1 << bits) - 1;
    }
  }
  return textOf(Uint8Array.from(bytes));
}

const fromHex = (encoded: string): string | null =>
  textOf(Buffer.from(encoded.replace(/^0x|[^0-9a-f]/gi, ''), 'hex'));

function fromPercent(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const fromUnits = (codes: number[]): string | null =>
  codes.every((code) => code <= 0x10ffff) ? String.fromCodePoint(...codes) : null;

const fromEntities = (encoded: string): string | null =>
  fromUnits(
    [...encoded.matchAll(/&#(x?)([0-9a-f]{2,6});/gi)].map(([, hex, code]) =>
      Number.parseInt(code!, hex ? 16 : 10),
    ),
  );

const fromEscapes = (encoded: string): string | null =>
  fromUnits([...encoded.matchAll(/[0-9a-f]{2,6}/gi)].map(([code]) => Number.parseInt(code, 16)));

function fromCodes(encoded: string): string | null {
  const codes = [...encoded.matchAll(/\d+/g)].map(([code]) => Number(code));
  return codes.every((code) => code === 10 || (code >= 32 && code < 127)) ? fromUnits(codes) : null;
}

/** Words are parted by wider gaps than letters. */
function fromSpaced(encoded: string): string | null {
  const gap = /\s{2,}|\s*[|·*]\s*/;
  return encoded
    .split(gap)
    .map((word) => withoutDigits(word.replace(/[^\p{L}\p{M}\d]/gu, '')))
    .join(' ');
}

const BRAILLE = ' a1b\'k2l@cif/msp"e3h9o6r^djg>ntq,*5<-u8v.%[$+x!&;:4\\0z7(_?w]#y)=';
const fromBraille = (encoded: string): string =>
  [...encoded]
    .map((cell) => (/\s/.test(cell) ? ' ' : (BRAILLE[(cell.charCodeAt(0) - 0x2800) & 63] ?? ' ')))
    .join('');

const MORSE = new Map(
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'
    .split(' ')
    .map((code, place) => [code, String.fromCharCode(97 + place)]),
);
function fromMorse(encoded: string): string | null {
  const words = encoded
    .replace(/·/g, '.')
    .replace(/[–−]/g, '-')
    .trim()
    .split(/\s*\/\s*|\s{3,}/);
  const plain = words
    .map((word) =>
      word
        .split(/\s+/)
        .map((code) => MORSE.get(code) ?? '')
        .join(''),
    )
    .join(' ');
  return plain.length * 6 > encoded.length ? plain : null;
}

/** The last expression is a quick one: where a text has nothing of it, the slow one is not tried. */
type Decoder = readonly [Encoding, RegExp, (encoded: string) => string | null, sign?: RegExp];

export const decoders: readonly Decoder[] = [
  ['base64', /(?<![\w+/=-])(?:[A-Za-z0-9+/_-]{4}\s?){5,}[A-Za-z0-9+/_-]{0,4}={0,2}(?![\w+/-])/g, fromBase64],
  ['base32', /(?<![\w=])(?:[A-Z2-7]{8}\s?){3,}[A-Z2-7]{0,7}={0,6}(?!\w)/g, fromBase32],
  ['hex', /(?<![\w])(?:0x)?(?:[0-9a-f]{2}[ :,-]?){12,}(?!\w)/gi, fromHex],
  [
    'percent',
    /(?:(?<![\w.~+-])[\w.~+-]{1,20})?(?:(?:%[0-9a-f]{2})+[\w.~+-]{0,20}){5,}/gi,
    fromPercent,
    /%[0-9a-f]{2}/i,
  ],
  ['entities', /(?:&#x?[0-9a-f]{2,6};\s?){6,}/gi, fromEntities, /&#/],
  ['escapes', /(?:\\u\{?[0-9a-f]{4,6}\}?|\\x[0-9a-f]{2}){6,}/gi, fromEscapes, /\\[ux]/],
  ['codes', /(?<![\d.])(?:\d{2,3}[ ,;]{1,2}){8,}\d{2,3}(?![\d.])/g, fromCodes],
  [
    'spaced',
    /(?<![\p{L}\p{N}])(?:[\p{L}013457][ .\-_*·|]{1,3}){7,}[\p{L}013457](?![\p{L}\p{N}])/gu,
    fromSpaced,
    /(?:[^\s.\-_*·|][ .\-_*·|]{1,3}){4}/,
  ],
  ['braille', /[\u2800-\u28ff][\u2800-\u28ff\s]{5,}/g, fromBraille],
  ['morse', /(?<![.\-\w])(?:[.\-·–−]{1,5}(?:\s*\/\s*|\s{1,3})){6,}[.\-·–−]{0,5}/g, fromMorse],
  [
    'tags',
    /[\u{e0020}-\u{e007e}]{6,}/gu,
    (tags) => [...tags].map((tag) => String.fromCharCode(tag.codePointAt(0)! - 0xe0000)).join(''),
    /\udb40/,
  ],
];

/** Enough letters, and no control characters. */
function isText(plain: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what text has not
  if (/[\x00-\x08\x0e-\x1f\x7f\ufffd]/.test(plain)) return false;
  const letters = plain.match(/[\p{L}\p{M}\s]/gu)?.length ?? 0;
  return letters >= MIN_LETTERS && letters * 10 >= plain.length * 6;
}

/** How likely letters follow each other as in mail: learned, so that no alphabet's habits are written down here. */
export type Likeliness = (text: string) => number;

/** So much likelier has another reading to be, per letter, before it counts; backwards, languages differ less. */
const MARGIN = { rot13: 0.5, reversed: 0.3 };
/** Text that is likelier than this is read as it stands. */
const LIKELY = -2.65;
const MIN_LINE = 16;

const LONGEST_LINE = 2_000;
/** A line feed, a colon or a semicolon. */
const isEnd = (code: number): boolean => code === 0x0a || code === 0x3a || code === 0x3b;

/** Lines, also parted by colons, that are long enough to tell; long ones in pieces. */
function* linesOf(text: string): Generator<{ line: string; at: number }> {
  let count = 0;
  for (let start = 0; start < text.length; ) {
    let end = start;
    while (end < text.length && end - start < LONGEST_LINE && !isEnd(text.charCodeAt(end))) end++;
    if (end - start >= MIN_LINE) {
      if (++count > 400) return;
      const line = text.slice(start, end);
      if (/[a-z]/i.test(line)) yield { line, at: start };
    }
    start = isEnd(text.charCodeAt(end)) || end === start ? end + 1 : end;
  }
}

/** The line read backwards, rotated by 13 or with digits for letters, where that is much likelier than as it stands. */
function shifted(line: string, likely: Likeliness): { encoding: Encoding; text: string } | null {
  const plain = withoutLinks(line);
  if (plain.length < MIN_LINE) return null;
  const leet = unleet(plain);
  if (leet !== null) return { encoding: 'leet', text: leet };
  const base = likely(plain);
  if (base > LIKELY) return null;
  const others = [
    { encoding: 'rot13', text: rot13(plain) },
    { encoding: 'reversed', text: [...plain].reverse().join('') },
  ] as const;
  const gains = others.map(({ encoding, text }) => likely(text) - base - MARGIN[encoding]);
  const best = others[gains[0]! >= gains[1]! ? 0 : 1]!;
  return Math.max(...gains) > 0 ? best : null;
}

const withoutLinks = (line: string): string =>
  line.includes('://') ? line.replace(/\S+:\/\/\S+/g, ' ') : line;

export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode(code + ((code & 31) <= 13 ? 13 : -13));
  });

const LEET: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Three words or more with digits among their letters. */
function unleet(line: string): string | null {
  if (!/[a-z][013457@$]|[013457@$][a-z]/i.test(line)) return null;
  const words =
    line.match(/(?<![\w@$])(?=[\w@$!]*[a-z])[a-z]*[013457@$][a-z013457@$!]*[a-z013457](?!\w)/gi) ?? [];
  if (words.filter((word) => /[a-z]/i.test(word) && !/\d{3,}/.test(word)).length < 4) return null;
  return withoutDigits(line);
}

/** Letters in the place of the digits and signs that stand beside letters. */
const withoutDigits = (line: string): string =>
  line.replace(/[013457@$!](?=[a-z])|(?<=[a-z])[013457@$!]/gi, (sign) => LEET[sign] ?? sign);
