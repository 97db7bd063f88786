import { createRequire } from 'node:module';
import { MIN_SENTENCE } from './summary.ts';

const ASCII = /^[\0-\x7f]*$/;
const MARKS = /[\p{Mn}\p{Cf}]/gu;

/** Of the text: its language shows at its beginning. */
const SAID_CHARACTERS = 4_000;

/** So many words at the beginning decide. */
const WORDS = 80;

/** The first lower-case words without accents. Most mail is ASCII, and classes of Unicode cost ten times as much to match. */
function wordsOf(text: string): string[] {
  const beginning = text.slice(0, SAID_CHARACTERS);
  if (ASCII.test(beginning)) return firstMatches(beginning.toLowerCase(), /[a-z0-9_]+/g);
  const folded = beginning.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return firstMatches(folded.replaceAll('ß', 'ss'), /[\p{L}\p{N}_]+/gu);
}

function firstMatches(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (let match = pattern.exec(text); match && found.length < WORDS; match = pattern.exec(text))
    found.push(match[0]);
  return found;
}

/** Common words that few other languages have. Accents are folded as in the text. */
const commonWords = Object.entries({
  en: 'the and of to is are you your we our this that with for have has will be not it on at from was please',
  de: 'der die das und ist nicht sie ich wir mit fur auf ein eine ihr ihre den dem zu bei haben wird bitte uns',
  fr: 'le les et est vous nous pour dans une des du votre avec sur pas qui ce cette au je merci notre que',
  es: 'el los las y es usted para con una del su por que en se le gracias nuestro esta como mi al hola',
  it: 'il gli di che per non con una del della sono la e questo grazie nel alla ci si un vostro le',
  pt: 'o os e que para nao com uma do da em por seu sua voce obrigado esta no na um se as ao',
  nl: 'de het een en van is niet ik wij met voor op uw je dat zijn naar aan om te wordt bedankt',
}).map(([language, words]) => ({ language, common: new Set(words.split(' ')) }));

/** So many different ones, and so many times those of any other language, decide. */
const ENOUGH = 3;
const AHEAD = 2;

/** The language whose common words a text has; null when they do not tell. */
function byCommonWords(tokens: readonly string[]): string | null {
  const words = [...new Set(tokens.slice(0, WORDS))];
  const [first, second] = commonWords
    .map(({ language, common }) => ({ language, count: words.filter((word) => common.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  return first!.count >= ENOUGH && first!.count >= AHEAD * second!.count ? first!.language : null;
}

const CHARACTERS = 500;

let detect: typeof import('tinyld').detect | undefined;

/** Loaded when it is first asked: it takes 50 MB in each thread, and most mail never comes to it. */
function detector(): NonNullable<typeof detect> {
  detect ??= (createRequire(import.meta.url)('tinyld') as typeof import('tinyld')).detect;
  return detect;
}

/**
 * ISO 639-1, null when the text is too short to tell. Common words tell most mail apart in a hundredth of the time that
 * the detector takes (bench/README.md), which has the rest.
 */
export function languageOf(subject: string, text: string): string | null {
  const isEnough = text.trim().length >= MIN_SENTENCE;
  const known = byCommonWords(isEnough ? wordsOf(text) : [...wordsOf(subject), ...wordsOf(text)]);
  if (known) return known;
  return detector()((isEnough ? text : `${subject}\n${text}`).slice(0, CHARACTERS)) || null;
}
