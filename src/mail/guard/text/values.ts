import { skeletonOf } from './skeleton.ts';

/** What stands between blanks and brackets. A comma belongs to it within a number only. Each character is looked at once. */
const word = /(?:[^\s,;()[\]{}<>"'“”„«»]|(?<=\d),(?=\d))+/gu;
/** A longer one is encoded data. */
const LONGEST = 60;
/** Years, times and dates stand in every mail, and so do what links and addresses contain. */
const ordinary =
  /^(?:19\d\d|20[0-4]\d|\d{1,2}[:h]\d\d|\d{1,2}[./-]\d{1,2}(?:[./-](?:\d{2}|\d{4})?)?)$|@|\/\/|^www\./i;

const MOST = 400;
/** Shorter ones are counts and times, which count only beside others. */
export const SHORTEST_VALUE = 3;
const SHORTEST = 2;
/** Letters with digits, or so many digits, are no chance. */
const LONG = 6;
const MANY_DIGITS = 5;

/** What a text says in figures: amounts, codes, keys, numbers of people and contracts. Each is spelled without what stands between its letters and digits. */
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

/** Whether values that two texts share are more than chance: one that stands for itself, or two. */
export const areTelling = (shared: readonly string[]): boolean => shared.length > 1 || shared.some(isTelling);

const isTelling = (value: string): boolean =>
  (value.length >= LONG && /\p{L}/u.test(value)) || value.replace(/\D/g, '').length >= MANY_DIGITS;

/** As many digits as the shortest code that opens something. */
const CODE = 4;

export const isOfCodeLength = (value: string): boolean => value.replace(/\D/g, '').length >= CODE;
