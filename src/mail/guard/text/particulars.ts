import { areTelling, SHORTEST_VALUE, valuesOf } from './values.ts';
import { type Word, wordsOf } from './words.ts';

/**
 * The particulars of a text: names, figures, and longer words. A stranger who learns two names or figures has learned
 * something.
 */
export type Particulars = {
  names: ReadonlySet<number>;
  values: ReadonlySet<string>;
  words: ReadonlySet<number>;
};

const SHORTEST = 3;
/** Shorter words occur in every text. */
const LONG = 4;
const MOST = 400;
const ENOUGH = 2;

/**
 * The end of a sentence, line or greeting, or a mark that begins a new one. A capital after it is no sign of a name. An
 * abbreviation such as `Dr.` does not end a sentence.
 */
const beginning = /(?:^|(?<!(?<!\p{L})\p{L}{1,2})\.|[!?:;…\n>])[\s"'“”„«»()¿¡*-]*$/u;
const LOOK_BACK = 6;
const capital = /^\p{Lu}/u;
const digit = /\p{N}/u;

/**
 * The names within the sentences of a text, as hashes of words, and its figures. In scripts without capitals, only figures are
 * found.
 */
export function particularsOf(text: string, words: readonly Word[]): Particulars {
  const names = new Set<number>();
  const long = new Set<number>();
  for (const { hash, start, end } of words) {
    if (end - start < SHORTEST || digit.test(text.slice(start, end))) continue;
    if (end - start >= LONG && long.size < MOST) long.add(hash);
    if (names.size >= MOST || !capital.test(text.slice(start, start + 2)) || calendar().has(hash)) continue;
    if (!beginning.test(text.slice(Math.max(0, start - LOOK_BACK), start))) names.add(hash);
  }
  return { names, values: valuesOf(text), words: long };
}

/** Whether shared names and figures are more than coincidence: a long figure or code, or two of any kind. */
export const tellSomething = (names: readonly number[], values: readonly string[]): boolean =>
  names.length + values.length >= ENOUGH ||
  areTelling(values.filter(({ length }) => length >= SHORTEST_VALUE));

const languages =
  'en de fr es it nl pl pt sv da nb fi et lv lt cs sk sl hr hu ro bg el uk ru tr id vi ca ga is mt'.split(
    ' ',
  );
const YEAR = 2026;
/** One day in each month, and each day of a week. */
const days = [
  ...Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(YEAR, at, 15))),
  ...Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(YEAR, 0, 1 + at))),
];

let calendarWords: ReadonlySet<number> | null = null;

/** The names of months and weekdays (Unicode CLDR), which some languages write with a capital. */
function calendar(): ReadonlySet<number> {
  calendarWords ??= new Set(
    languages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((form) => {
        const format = new Intl.DateTimeFormat(language, { month: form, weekday: form, timeZone: 'UTC' });
        return days.flatMap((day) => wordsOf(format.format(day)).map(({ hash }) => hash));
      }),
    ),
  );
  return calendarWords;
}
