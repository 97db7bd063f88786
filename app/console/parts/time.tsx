'use client';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const clockWithSeconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const fullDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const precise = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

type TimeProps = { at: string; long?: boolean; seconds?: boolean; className?: string };

/** A time in short form: the time for today, otherwise the day. The tooltip has the full date and time. */
export function Time({ at, long = false, seconds = false, className }: TimeProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={precise.format(date)} className={className}>
      {long
        ? `${fullDay.format(date)}, ${clock.format(date)}`
        : shortForm(date, new Date(), seconds ? clockWithSeconds : clock)}
    </time>
  );
}

function shortForm(date: Date, now: Date, timeOfDay: Intl.DateTimeFormat): string {
  if (date.toDateString() === now.toDateString()) return timeOfDay.format(date);
  return (date.getFullYear() === now.getFullYear() ? dayOfYear : fullDay).format(date);
}
