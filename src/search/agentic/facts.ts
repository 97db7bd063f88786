import {
  hasCode,
  hasDuration,
  hasHour,
  hasMoney,
  hasPhone,
  hasPlace,
  hasTime,
  namesIn,
  numbersIn,
} from './expressions.ts';

/** The kinds of facts that a sentence can contain in addition to the question's own words. */
export const factNames = [
  'digit',
  'number',
  'money',
  'percent',
  'hour',
  'time',
  'duration',
  'name',
  'names',
  'place',
  'email',
  'url',
  'phone',
  'code',
  'quotation',
  'label',
  'long',
  'question',
] as const;

const LONG = 160;
const LONG_NUMBER = /\d{5,}/;

/** Whether a sentence contains each of them, 1 or 0. `known`: the folded words of the question. */
export function factsOf(text: string, known: ReadonlySet<string>): number[] {
  const names = namesIn(text).filter((name) => !known.has(name));
  const numbers = numbersIn(text, known);
  const has: Record<(typeof factNames)[number], boolean> = {
    digit: numbers.some((one) => /\d/.test(one)),
    number: numbers.length > 0,
    money: numbers.length > 0 && hasMoney(text),
    percent: /\d\s?%/.test(text),
    hour: hasHour(text),
    time: hasTime(text),
    duration: numbers.length > 0 && hasDuration(text),
    name: names.length > 0,
    names: names.length > 2,
    place: hasPlace(text),
    email: /\S@\S/.test(text),
    url: /https?:|www\./i.test(text),
    phone: hasPhone(text),
    code: hasCode(text, known) && numbers.some((one) => /\p{L}/u.test(one) || LONG_NUMBER.test(one)),
    quotation: /["“”„«»]/.test(text),
    label: /^[^.:]{2,40}:\s/.test(text),
    long: text.length > LONG,
    question: text.endsWith('?'),
  };
  return factNames.map((name) => (has[name] ? 1 : 0));
}
