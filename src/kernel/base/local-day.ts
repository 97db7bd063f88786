import { after, DAY, HOUR } from './clock.ts';

/** A day of a time zone: its date, `2026-11-21`, and when the next one begins. */
export type LocalDay = { date: string; endsAt: Date };

const formats = new Map<string, Intl.DateTimeFormat>();

/** `en-CA` writes dates as ISO 8601 does. Making a format costs far more than using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    formats.set(zone, format);
  }
  return format;
}

/** The date at this time in an IANA time zone. */
export const localDate = (zone: string, at: Date): string => formatOf(zone).format(at);

/** The day in which this time lies in an IANA time zone. Days of 23 and 25 hours end when they end. */
export function localDay(zone: string, at: Date): LocalDay {
  const date = localDate(zone, at);
  // No day has more than 26 hours; the first moment of another date lies between two that are an hour apart.
  let [same, other] = [at, after(at, DAY + 2 * HOUR)];
  while (other.getTime() - same.getTime() > 1) {
    const middle = new Date(Math.floor((same.getTime() + other.getTime()) / 2));
    if (localDate(zone, middle) === date) same = middle;
    else other = middle;
  }
  return { date, endsAt: other };
}
