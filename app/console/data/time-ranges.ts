import { useMemo } from 'react';

const HOUR_MS = 3_600_000;

const hours: Record<string, number> = { hour: 1, day: 24, week: 168, month: 720 };

/** Times back from now, as filters offer them. */
export const timeRanges = [
  ['hour', 'The last hour'],
  ['day', 'The last 24 hours'],
  ['week', 'The last 7 days'],
  ['month', 'The last 30 days'],
] as const;

/** When a range begins, if it is one. It stays the same while the range does: cursors of lists hold to it. */
export const useRangeStart = (range: string): string | undefined =>
  useMemo(() => {
    const back = hours[range];
    return back === undefined ? undefined : new Date(Date.now() - back * HOUR_MS).toISOString();
  }, [range]);
