import { after, DAY, HOUR } from './clock.ts';

/** A day in a time zone: its date, for example `2026-11-21`, and the moment at which the next day begins. */
export type LocalDay = { date: string; endsAt: Date };

const formats = new Map<string, Intl.DateTimeFormat>();

/** The locale `en-CA` writes ISO 8601 dates. Creating a formatter costs far more than using one, so each is kept. */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    formats.set(zone, format);
  }
  return format;
}

/** The calendar date of an instant in an IANA time zone. */
export const localDate = (zone: string, at: Date): string => formatOf(zone).format(at);

/** The local day that contains an instant in an IANA time zone; days of 23 and 25 hours are handled. */
export function localDay(zone: string, at: Date): LocalDay {
  const date = localDate(zone, at);
  // No day has more than 26 hours. A binary search finds the first moment with another date.
  let [same, other] = [at, after(at, DAY + 2 * HOUR)];
  while (other.getTime() - same.getTime() > 1) {
    const middle = new Date(Math.floor((same.getTime() + other.getTime()) / 2));
    if (localDate(zone, middle) === date) same = middle;
    else other = middle;
  }
  return { date, endsAt: other };
}
