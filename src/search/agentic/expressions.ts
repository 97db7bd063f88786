import { folded } from '../words.ts';

/** Expressions for times, amounts, places and people. The names of months and days come from the runtime's locales. */

const LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'ro',
  'hu',
  'tr',
  'ru',
  'uk',
  'el',
];

const calendarNames = (part: 'month' | 'weekday'): Set<string> => {
  const names = LOCALES.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((style) => {
      // Formatted with a day, a month gets the form that it has in dates.
      const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', [part]: style });
      return Array.from({ length: 12 }, (_, index) => {
        const date = new Date(Date.UTC(2024, part === 'month' ? index : 0, part === 'month' ? 1 : 1 + index));
        return format.formatToParts(date).find(({ type }) => type === part)?.value ?? '';
      });
    }),
  );
  return new Set(
    names
      .map((name) => folded(name).replace(/\.$/, ''))
      .filter((name) => name.length > 2 && !/\d/.test(name)),
  );
};

// Words that usually mean something else.
const otherwise = [
  'may',
  'mar',
  'mai',
  'sat',
  'sun',
  'wed',
  'mon',
  'set',
  'dom',
  'die',
  'don',
  'son',
  'mit',
  'mie',
  'mer',
  'pet',
  'sam',
  'ven',
  'pon',
  'man',
  'tor',
  'ons',
  'sob',
  'zo',
  'per',
  'to',
];

type Calendar = { months: ReadonlySet<string>; weekdays: ReadonlySet<string> };
let known: Calendar | undefined;

/** Created for the first question, because the formats of all locales would take a tenth of the start-up time. */
function calendar(): Calendar {
  if (known) return known;
  const weekdays = calendarNames('weekday');
  for (const word of otherwise) weekdays.delete(word);
  known = { months: calendarNames('month'), weekdays };
  return known;
}

const DIGITAL =
  /\b\d{1,2}[:h]\d{2}\b|\b\d{1,2}\s?(?:am|pm|uhr|o'clock|h)\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./](?:\d{2,4})?|\d+\s?[月日時点]|星期|[上下]午/iu;
const HOUR =
  /\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}\s?(?:am|pm|uhr|o'clock|h|heures|hrs|uur)\b|\b(?:noon|midnight|mittag|mitternacht|midi|minuit|mediodia|middag|poludni\w+)\b|\d+\s?[時点]/u;
/** Whether a sentence contains a time of day. */
export const hasHour = (sentence: string): boolean => HOUR.test(folded(sentence));

const PHONE = /(?<![\d.,])\+?\(?\d(?:[ ()/-]{0,2}\d){6,14}(?![\d.,]\d)/u;
export const hasPhone = (sentence: string): boolean => PHONE.test(sentence);

const RELATIVE =
  /\b(?:today|tomorrow|tonight|yesterday|noon|midnight|(?:next|this|last) (?:week|month|year)|morgen|heute|gestern|mittag|demain|hier|aujourd'hui|midi|manana|ayer|hoy|domani|ieri|oggi|amanha|ontem|hoje|gisteren|vandaag|(?:first|second|third|fourth|fifth|sixth) day|ersten|zweiten|dritten)\b/u;

const wordsIn = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether it contains a time or a date. `may` counts as a month only next to a number. */
export function hasTime(sentence: string): boolean {
  const words = wordsIn(sentence);
  const plain = folded(sentence);
  if (DIGITAL.test(sentence) || RELATIVE.test(plain)) return true;
  const { months, weekdays } = calendar();
  return words.some((word, index) => {
    if (weekdays.has(word) || weekdays.has(word.replace(/s$/, ''))) return true;
    if (!months.has(word)) return false;
    const near = [words[index - 1], words[index + 1], words[index - 2]];
    return word.length > 3 || near.some((other) => other !== undefined && /^\d{1,4}$/.test(other));
  });
}

const NUMBER_WORDS = new Set(
  'one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million half dozen eighteen zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig vierzig funfzig deux trois quatre cinq sept huit neuf dix douze quinze vingt trente quarante cinquante dos tres cuatro cinco seis siete ocho nueve diez doce veinte treinta due tre quattro cinque sei sette otto nove dieci venti dois quatro sete oito dez twee drie vijf zes zeven negen tien'.split(
    ' ',
  ),
);

/** The numbers of a sentence, except those from the question (`known`) and those of dates. */
export function numbersIn(sentence: string, known: ReadonlySet<string>): string[] {
  const numbers = folded(sentence).match(/[\p{L}\p{N}]*\d[\p{L}\p{N}]*(?:[.,:'’-]?\d+)*|[\p{L}]+/gu) ?? [];
  return numbers.filter((one) => !known.has(one) && (/\d/.test(one) || NUMBER_WORDS.has(one)));
}

const MONEY =
  /[€$£¥₽₹]|\b(?:eur|usd|gbp|chf|sek|nok|dkk|pln|euros?|dollars?|pounds?|pence|cents?|francs?|franken|kroner|kronor|kr|zl|zloty|rubl\w*|yen|lire?|lira)\b|евро|руб|元|円/u;
export const hasMoney = (sentence: string): boolean => MONEY.test(folded(sentence)) && /\d/.test(sentence);

const DURATION =
  /\b(?:secs?|mins?|hrs?|std|seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|secondes?|heures?|jours?|semaines?|mois|ans|annees?|segundos?|minutos?|horas?|dias?|semanas?|meses|anos?|secondi|minuti|ore|giorni|settimane|mesi|anni|uur|uren|dagen|weken|maanden|jaar)\b/u;
export const hasDuration = (sentence: string): boolean => DURATION.test(folded(sentence));

/** Whether it contains a word with digits that is longer than a count: a document number, a version, a code. */
export const hasCode = (sentence: string, known: ReadonlySet<string>): boolean =>
  numbersIn(sentence, known).some((one) => /\d/.test(one));

/** Capitalised words, folded, except those that are capitalised because they begin the sentence. */
export function namesIn(sentence: string, { initial = false } = {}): string[] {
  const { months, weekdays } = calendar();
  return [...sentence.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu)].flatMap((match, index) => {
    const [name] = match;
    if (!/^\p{Lu}/u.test(name) || name.length < 2) return [];
    const isFirst = index === 0 || /[.!?:]\s*$/.test(sentence.slice(0, match.index));
    if (isFirst && !initial && !/^\p{Lu}[\p{Lu}\d-]+$/u.test(name)) return [];
    const word = folded(name).replace(/['’]s$/, '');
    return months.has(word) || weekdays.has(word) || word === 'i' ? [] : [word];
  });
}

const PLACE =
  /\b(?:in|at|on|from|behind|near|inside|under|room|hall|gate|floor|street|building|platform|im|am|bei|aus|hinter|zum|zur|der|au|aux|chez|dans|en|a|sur|nel|nella|presso|al|alla|na|no|bij|naar|uit)\s+(?:the |der |die |dem |den |la |le |les |el |il |lo |het |de |room |hall |gate |hotel )*[\p{Lu}\d]|\b(?:room|hall|gate|floor|platform|building|street|desk|station|office|cabinet|garage|car park|lobby|kitchen|raum|saal|halle|salle|sala)\b/u;
export const hasPlace = (sentence: string): boolean => PLACE.test(sentence);
