'use client';

/** One form of date in the whole console: the day before the month, 24 hours, in words that read the same everywhere. */
const LOCALE = 'en-GB';

type Formats = Record<
  'clock' | 'clockWithSeconds' | 'dayOfYear' | 'fullDay' | 'precise' | 'isoDay',
  Intl.DateTimeFormat
>;

/** The zone that the person has chosen; undefined follows the device. */
let zone: string | undefined;
let formats = formatsFor(zone);

function formatsFor(timeZone: string | undefined): Formats {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALE, { ...options, ...(timeZone && { timeZone }) });
  return {
    clock: format({ hour: '2-digit', minute: '2-digit' }),
    clockWithSeconds: format({ timeStyle: 'medium' }),
    dayOfYear: format({ day: 'numeric', month: 'short' }),
    fullDay: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    precise: format({ dateStyle: 'full', timeStyle: 'long' }),
    isoDay: format({ year: 'numeric', month: '2-digit', day: '2-digit' }),
  };
}

/** Called when the session is known, before anything shows a time. */
export function setTimeZone(chosen: string | null): void {
  if ((chosen ?? undefined) === zone) return;
  zone = chosen ?? undefined;
  formats = formatsFor(zone);
}

type TimeProps = { at: string; long?: boolean; seconds?: boolean; className?: string };

/** A time in short form: the time for today, otherwise the day. The tooltip has the full date, time and zone. */
export function Time({ at, long = false, seconds = false, className }: TimeProps) {
  const date = new Date(at);
  const { clock, clockWithSeconds, fullDay, precise } = formats;
  return (
    <time dateTime={at} title={precise.format(date)} className={className}>
      {long
        ? `${fullDay.format(date)}, ${clock.format(date)}`
        : shortForm(date, new Date(), seconds ? clockWithSeconds : clock)}
    </time>
  );
}

function shortForm(date: Date, now: Date, timeOfDay: Intl.DateTimeFormat): string {
  const { dayOfYear, fullDay, isoDay } = formats;
  if (isoDay.format(date) === isoDay.format(now)) return timeOfDay.format(date);
  return (isoDay.format(date).slice(-4) === isoDay.format(now).slice(-4) ? dayOfYear : fullDay).format(date);
}
