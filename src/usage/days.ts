import { after, DAY } from '#kernel/clock.ts';

/** Days are of UTC, and stand as `2026-11-21`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(after(new Date(day), days * DAY));

/** How many days lie between the two. */
export const daysBetween = (from: string, to: string): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / DAY;

/** The calendar month in which a time lies: where allowances are counted while no plan says otherwise. */
export function monthOf(time: Date): { from: string; endsAt: string } {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  return {
    from: dayOf(new Date(Date.UTC(year, month, 1))),
    endsAt: new Date(Date.UTC(year, month + 1, 1)).toISOString(),
  };
}
