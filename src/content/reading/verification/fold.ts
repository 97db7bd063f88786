/** Combining marks of Latin, Greek, Cyrillic, Hebrew, Arabic and Devanagari: left out, so that words have one form. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0655\u0670\u093c-\u094d\u0900-\u0902]/g;
const invisible = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Letters whose accent is no mark of its own, or that are written in two ways. */
const plain: Record<string, string> = {
  ß: 'ss', æ: 'ae', ø: 'o', đ: 'd', ł: 'l', ı: 'i', œ: 'oe',
  Æ: 'AE', Ø: 'O', Đ: 'D', Ł: 'L', Œ: 'OE',
  і: 'i', ї: 'i', ј: 'j', ґ: 'г', І: 'I', Ї: 'I', Ј: 'J', Ґ: 'Г', ς: 'σ',
  أ: 'ا', إ: 'ا', آ: 'ا', ة: 'ه', ى: 'ي', '’': "'", '\u00a0': ' ',
}; // biome-ignore format: a table
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Text in one form: no accents, no invisible characters, digits of every script as ASCII, Hangul composed. Letters keep
 * their case. Linear.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(special, (letter) => plain[letter]!)
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0)!)));
}

const OTHER_DIGIT = /^\p{Nd}$/u;

/** Unicode keeps the ten digits of a script together, from zero on. */
function digitOf(code: number): number {
  let zero = code;
  while (code - zero < 9 && OTHER_DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}
