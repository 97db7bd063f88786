import { useMemo } from 'react';

const HOUR_MS = 3_600_000;

const hours: Record<string, number> = { hour: 1, day: 24, week: 168, month: 720 };

/** The time ranges that filters offer. */
export const timeRanges = [
  ['hour', 'The last hour'],
  ['day', 'The last 24 hours'],
  ['week', 'The last 7 days'],
  ['month', 'The last 30 days'],
] as const;

/** The start of a range. It stays the same until the range changes, because cursors depend on it. */
export const useRangeStart = (range: string): string | undefined =>
  useMemo(() => {
    const back = hours[range];
    return back === undefined ? undefined : new Date(Date.now() - back * HOUR_MS).toISOString();
  }, [range]);
