/** Rooms ask this port for the time instead of calling `Date.now()`, so that tests can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** RFC 3339 in UTC with milliseconds, as every time on the wire (spec 2.1). */
export const after = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds);
