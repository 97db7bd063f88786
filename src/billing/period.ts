/** A stretch of time in which an allowance is spent: from the beginning of a day (UTC, `2026-11-01`) until its end. */
export type Period = { from: string; endsAt: Date };

/** The calendar month (UTC) in which a time lies. */
export function periodOf(time: Date): Period {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  return {
    from: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10),
    endsAt: new Date(Date.UTC(year, month + 1, 1)),
  };
}
