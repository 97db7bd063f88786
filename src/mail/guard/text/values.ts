import { skeletonOf } from './skeleton.ts';

/**
 * A run of characters between spaces and brackets. A comma belongs to it only within a number. Each character is examined once.
 */
const word = /(?:[^\s,;()[\]{}<>"'“”„«»]|(?<=\d),(?=\d))+/gu;
/** Anything longer is encoded data. */
const LONGEST = 60;
/** Years, times, dates, links and addresses occur in every mail, and are not counted. */
const ordinary =
  /^(?:19\d\d|20[0-4]\d|\d{1,2}[:h]\d\d|\d{1,2}[./-]\d{1,2}(?:[./-](?:\d{2}|\d{4})?)?)$|@|\/\/|^www\./i;

const MOST = 400;
/** Shorter figures are counts and times, which count only beside others. */
export const SHORTEST_VALUE = 3;
const SHORTEST = 2;
/** A value of letters and digits of this length, or one with this many digits, is unlikely to be coincidence. */
const LONG = 6;
const MANY_DIGITS = 5;

/**
 * The figures of a text: amounts, codes, keys, and numbers of people and contracts. Each is written without the characters
 * between its letters and digits.
 */
export function valuesOf(text: string, shortest: number = SHORTEST): Set<string> {
  const values = new Set<string>();
  for (const [found] of text.matchAll(word)) {
    if (found.length > LONGEST || !/\d/.test(found)) continue;
    const value = found.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/[.,]00?$/, '');
    if (ordinary.test(value)) continue;
    const spelled = skeletonOf(value);
    if (spelled.length >= shortest) values.add(spelled);
    if (values.size >= MOST) break;
  }
  return values;
}

/** Whether values that two texts share are more than coincidence: one that is long enough by itself, or any two. */
export const areTelling = (shared: readonly string[]): boolean => shared.length > 1 || shared.some(isTelling);

const isTelling = (value: string): boolean =>
  (value.length >= LONG && /\p{L}/u.test(value)) || value.replace(/\D/g, '').length >= MANY_DIGITS;

/** The number of digits in the shortest codes that open something. */
const CODE = 4;

export const isOfCodeLength = (value: string): boolean => value.replace(/\D/g, '').length >= CODE;
