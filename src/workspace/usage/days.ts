import { after, DAY } from '#kernel/base/clock.ts';

/** The day in UTC, such as `2026-11-21`, for the progress of the roll-up. A tenant's day is `localDate` of its zone. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(after(new Date(day), days * DAY));

/** The number of days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / DAY;

/** The unit in which storage is reported: a thousand million bytes. */
export const GIGABYTE = 1e9;
