import { after, HOUR, MINUTE, SECOND } from '#kernel/base/clock.ts';

/** Waits between attempts (spec 6.3): thirteen in all, over about 72 hours. */
export const RETRY_DELAYS = [
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
  19 * HOUR,
] as const;

const JITTER = 0.1;

/** The time of the next attempt after this many failed ones, or null after the last. `random` lies between 0 and 1. */
export function nextAttempt(attempts: number, now: Date, random: number): Date | null {
  const delay = RETRY_DELAYS[attempts - 1];
  return delay === undefined ? null : after(now, delay * (1 - JITTER + 2 * JITTER * random));
}
