import type { OperatorName, Value } from './query.ts';

/** The values of `has:`, `is:` and `type:`. */
export const choices = {
  has: ['attachment', 'link', 'code'],
  is: ['unread', 'read', 'archived', 'automated', 'quarantined', 'sent', 'received'],
  type: ['pdf', 'office', 'image', 'text', 'html', 'archive', 'calendar', 'audio', 'video'],
} as const;
export type FileType = (typeof choices.type)[number];

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i;
const AGE = /^(\d{1,5})([hdwmy])$/i;
const SIZE = /^(\d{1,9})([km])?$/i;
const THRESHOLD = /^(>=|<=|>|<|=)?(0|1|0?\.\d{1,6}|[01]\.\d{1,6})$/;

/** A day that exists, for example not 2026-02-30. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && !text.startsWith('0000');
}

const isMoment = ({ text }: Value): boolean =>
  DATE.test(text) ? isDay(text) : TIME.test(text) && isDay(text.slice(0, 10)) && hasClock(text);

const hasClock = (text: string): boolean =>
  !Number.isNaN(Date.parse(/(Z|[+-]\d{2}:\d{2})$/i.test(text) ? text : `${text}Z`));

type Form = { expected: string; fits(value: Value): boolean };

const oneOf = (list: readonly string[]): Form => ({
  expected: list.join(', '),
  fits: ({ text }) => list.includes(text.toLowerCase()),
});
const anyText: Form = { expected: 'a word or a phrase', fits: ({ text }) => text.trim() !== '' };
const moment: Form = { expected: 'a date (2026-11-21) or an RFC 3339 time', fits: isMoment };
const day: Form = { expected: 'a date, for example 2026-11-21', fits: isMoment };
const age: Form = {
  expected: 'a number with h, d, w, m or y, for example 7d',
  fits: ({ text }) => AGE.test(text),
};
const size: Form = {
  expected: 'a number of bytes, or with k or m, for example 2m',
  fits: ({ text }) => SIZE.test(text),
};

/** The form that each operator's values have. */
const forms: Partial<Record<OperatorName, Form>> = {
  has: oneOf(choices.has),
  is: oneOf(choices.is),
  type: oneOf(choices.type),
  before: moment,
  after: moment,
  on: day,
  received_before: moment,
  received_after: moment,
  received_on: day,
  newer_than: age,
  older_than: age,
  larger: size,
  smaller: size,
  needs_reply: {
    expected: 'a number from 0 to 1, for example >=0.5',
    fits: ({ text }) => THRESHOLD.test(text),
  },
};

/** The expected form if this value does not have it, else null. */
export function misfit(name: OperatorName, value: Value): string | null {
  const form = forms[name] ?? anyText;
  return form.fits(value) ? null : form.expected;
}

const HOURS = { h: 1, d: 24, w: 168 } as const;

/** The time at which an age begins: hours, days and weeks by the clock, months and years by the calendar. */
export function agoFrom(now: Date, age: string): Date {
  const [, count, unit] = AGE.exec(age)!;
  const letter = unit!.toLowerCase();
  if (letter in HOURS) {
    return new Date(
      Math.max(0, now.getTime() - Number(count) * HOURS[letter as keyof typeof HOURS] * 3_600_000),
    );
  }
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - Number(count) * (letter === 'y' ? 12 : 1));
  // If the month has no such day, the last day of the month is used.
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0);
  return new Date(Math.max(0, then.getTime()));
}

const UNITS = { k: 1024, m: 1024 * 1024 } as const;

/** Bytes of `<n>[k|m]`. */
export function bytesOf(size: string): number {
  const [, count, unit] = SIZE.exec(size)!;
  return Number(count) * (unit ? UNITS[unit.toLowerCase() as keyof typeof UNITS] : 1);
}

/** A comparison of `needs_reply:`; a bare number means at least. */
export function thresholdOf(text: string): { compare: '>=' | '<=' | '>' | '<' | '='; value: number } {
  const [, compare = '>=', value] = THRESHOLD.exec(text)!;
  return { compare: compare as '>=', value: Number(value) };
}
