'use client';

import { createContext, useContext } from 'react';
import { SessionContext } from '../data/session-context.ts';

/** The whole console uses one format: the day before the month, month names, and 24 hours. */
const LOCALE = 'en-GB';

type Formats = Record<
  'clock' | 'clockWithSeconds' | 'dayOfYear' | 'fullDay' | 'precise' | 'isoDay',
  Intl.DateTimeFormat
>;

/**
 * The device's time zone, for people who have not chosen one. Undefined means the machine's zone, which is wrong on the
 * server, where it comes from a cookie (app/console/seed.ts).
 */
export const DeviceZone = createContext<string | undefined>(undefined);

/** Formats by zone, because creating them takes longer than using them. */
const made = new Map<string | undefined, Formats>();

function formatsFor(timeZone: string | undefined): Formats {
  const formats = made.get(timeZone) ?? makeFormats(timeZone);
  made.set(timeZone, formats);
  return formats;
}

function makeFormats(timeZone: string | undefined): Formats {
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

type TimeProps = { at: string; long?: boolean; seconds?: boolean; className?: string };

/** A time in short form: the time for today, otherwise the day. The tooltip has the full date, time and zone. */
export function Time({ at, long = false, seconds = false, className }: TimeProps) {
  const date = new Date(at);
  const device = useContext(DeviceZone);
  const formats = formatsFor(useContext(SessionContext)?.user.timezone ?? device);
  const { clock, clockWithSeconds, fullDay, precise } = formats;
  return (
    // The server's text may differ, because it was rendered before midnight or with other names of time zones.
    <time dateTime={at} title={precise.format(date)} className={className} suppressHydrationWarning>
      {long
        ? `${fullDay.format(date)}, ${clock.format(date)}`
        : shortForm(formats, date, new Date(), seconds ? clockWithSeconds : clock)}
    </time>
  );
}

function shortForm(formats: Formats, date: Date, now: Date, timeOfDay: Intl.DateTimeFormat): string {
  const { dayOfYear, fullDay, isoDay } = formats;
  if (isoDay.format(date) === isoDay.format(now)) return timeOfDay.format(date);
  return (isoDay.format(date).slice(-4) === isoDay.format(now).slice(-4) ? dayOfYear : fullDay).format(date);
}
