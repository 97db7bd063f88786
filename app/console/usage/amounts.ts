const plain = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const wholeDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

export const amountWords = (amount: number): string => plain.format(amount);
export const shortAmount = (amount: number): string => short.format(amount);
export const percentWords = (share: number): string => percent.format(share);

/** A day, for example `21 Nov`. The API's days have no time zone, so they are formatted in UTC. */
export const dayWords = (day: string): string => dayAndMonth.format(new Date(day));
export const longDayWords = (day: string): string => wholeDay.format(new Date(day));

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function bytesWords(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const amount = bytes / 1000 ** power;
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power]}`;
}

/** The top of an axis: an even number, because the axis also shows its half, and at least `most`. */
export function axisTop(most: number): number {
  if (most <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(most));
  const tops = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map((times) => Math.round(times * step));
  return tops.find((top) => top >= most && top % 2 === 0) ?? most;
}

const DAY_MS = 86_400_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
