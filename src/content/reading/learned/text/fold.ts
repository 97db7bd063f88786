// Normalises text so that different spellings of a word compare as equal: compatibility forms, case, accents,
// look-alike letters of other scripts, and zero-width characters.

const noWidth =
  /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e01ef}]/gu;
const hasNoWidth =
  /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e01ef}]/u;
const accents =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+|[\u064b-\u065f\u0670\u0591-\u05c7]+/gu;
const nativeDigit = /\p{Nd}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII is the quick path
const ascii = /^[\x00-\x7f]*$/;

/** Cyrillic and Greek letters that look like a Latin one (Unicode's confusables, those in use). */
const foreign = [...'аеорсухіјѕԁһԛԝвнкмтгαονρτυικεηχβ'];
const latin = [...'aeopcyxijsdhqwbhkmtraovptuikenxb'];
const lookalikes = new Map(foreign.map((letter, place) => [letter, latin[place]!]));
const word = /[\p{L}\p{M}\p{N}]{3,40}/gu;
/** Letters of two alphabets side by side: few texts have any, so that their words need not be looked at. */
const hasMixed =
  /[a-z][\p{M}\p{N}]*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][\p{M}\p{N}]*[a-z]/u;
const hasAlien = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Characters beyond ASCII with the one before them, on which accents may stand. */
const beyond = /\p{ASCII}?\P{ASCII}+/gu;
/** The small sigma at the end of a word depends on what follows, so its capital is never folded alone. */
const SIGMA = '\u03a3';
/** What was folded before: the quotation marks, dashes and accented letters of a text come again and again. */
const SHORT = 8;
const MOST_KNOWN = 4_096;
const known = new Map<string, string>();

/**
 * The text as it is compared: lower case, compatibility forms resolved, nothing of no width. Linear. Most text is ASCII with
 * a few others in it, so only those are looked at; ASCII letters never combine with what stands before them.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const plain = text.includes(SIGMA) ? foldRun(text) : text.replace(beyond, foldKnown).toLowerCase();
  return hasAlien.test(plain) && hasMixed.test(plain) ? plain.replace(word, inLatin) : plain;
}

function foldKnown(run: string): string {
  if (run.length > SHORT) return foldRun(run);
  const before = known.get(run);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const folded = foldRun(run);
  known.set(run, folded);
  return folded;
}

function foldRun(text: string): string {
  const bare = (hasNoWidth.test(text) ? text.replace(noWidth, '') : text).normalize('NFKC').toLowerCase();
  return bare.normalize('NFD').replace(accents, '').normalize('NFC').replace(nativeDigit, digitOf);
}

/** A word that mixes alphabets, in Latin letters; a word with as many foreign letters of its own is left alone. */
function inLatin(word: string): string {
  if (!hasMixed.test(word)) return word;
  const folded = [...word].map((letter) => lookalikes.get(letter) ?? letter).join('');
  return hasAlien.test(folded) ? word : folded;
}

/** Digits of every script stand in runs of ten from a zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  if (code < 128) return digit;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** How many characters of no width stand inside words, and how many words mix alphabets. */
export function disguises(text: string): { unseen: number; mixed: number } {
  if (ascii.test(text)) return { unseen: 0, mixed: 0 };
  const unseen = hasNoWidth.test(text)
    ? (text.match(/(?<=\p{Script=Latin})[\u00ad\u200b-\u200f\u2060-\u2064\ufeff](?=\p{Script=Latin})/gu)
        ?.length ?? 0) +
      (text.match(/[\u{e0020}-\u{e007e}]{9,}|[\u200b-\u200f\u2060-\u2064]{16,}/gu)?.length ?? 0) * 5
    : 0;
  return { unseen, mixed: hasAlien.test(text) ? mixedWords(text.toLowerCase()) : 0 };
}

const mixedWords = (text: string): number =>
  hasMixed.test(text) ? (text.match(word)?.filter((one) => hasMixed.test(one)).length ?? 0) : 0;

/** Letters and digits alone, folded: what two writings of the same words share. */
export const bare = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, '')
    : fold(text)
        .replace(/[^a-z0-9\u0080-\u{10ffff}]+/gu, '')
        .replace(/\P{ASCII}/gu, lettersAlone);

const lettersAlone = (character: string): string => (/[\p{L}\p{N}]/u.test(character) ? character : '');
