import { DAY } from '#kernel/base/clock.ts';
import type { Period } from '#workspace/billing/index.ts';

export type Forecast = {
  /** The expected use at the end of the period, at the current rate. */
  at_period_end: number;
  /** When the allowance is used up at this rate, if that is before the period ends. */
  runs_out_at: string | null;
};

/** The shortest time from which a month can be forecast: a day of use. */
const LEAST_MS = DAY;

/**
 * Forecasts the use in a period at the average rate so far. Null on the first day and for a period that is over.
 */
export function forecastOf(used: number, granted: number | null, period: Period, now: Date): Forecast | null {
  const begins = new Date(period.from).getTime();
  const ends = period.endsAt.getTime();
  const elapsed = now.getTime() - begins;
  if (elapsed < LEAST_MS || elapsed > ends - begins) return null;
  const at_period_end = Math.round((used * (ends - begins)) / elapsed);
  const runsOut = granted !== null && used > 0 && used < granted ? begins + (elapsed * granted) / used : null;
  return {
    at_period_end,
    runs_out_at: runsOut !== null && runsOut < ends ? new Date(Math.round(runsOut)).toISOString() : null,
  };
}
