/** A period in which an allowance is used up, from the beginning of a day (UTC, `2026-11-01`) to its end. */
export type Period = { from: string; endsAt: Date };

/** The calendar month (UTC) in which a time lies. */
export const periodOf = (time: Date): Period => monthOf(time, 0);

/** The previous period. */
export const periodBefore = (time: Date): Period => monthOf(time, -1);

function monthOf(time: Date, distance: number): Period {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + distance];
  return {
    from: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10),
    endsAt: new Date(Date.UTC(year, month + 1, 1)),
  };
}
