import type { RouterOutputs } from '#api/trpc/router.ts';

export type DailyRow = RouterOutputs['usage']['list_daily']['data'][number];
export type OutcomeRow = RouterOutputs['usage']['outcomes']['data'][number];

/** One colour of a chart: the classes are for its bars and for its mark in the legend. */
export type Series = { key: string; name: string; fill: string; mark: string };
/** Amounts of a day, by the key of their series. */
export type DayAmounts = { day: string; amounts: Record<string, number> };

export const mailSeries: Series[] = [
  { key: 'inbound', name: 'Received', fill: 'fill-chart-blue', mark: 'bg-chart-blue' },
  { key: 'sends', name: 'Sent', fill: 'fill-accent', mark: 'bg-accent' },
];

type Outcome = Series & { statuses: string[] };

/** How deliveries stand (interface-spec 3.1), from what one wants at the bottom to what one does not. */
const outcomes: Outcome[] = [
  { key: 'delivered', name: 'Delivered', fill: 'fill-accent', mark: 'bg-accent', statuses: ['delivered'] },
  {
    key: 'moving',
    name: 'On its way',
    fill: 'fill-chart-blue',
    mark: 'bg-chart-blue',
    statuses: ['queued', 'submitted', 'deferred'],
  },
  { key: 'bounced', name: 'Bounced', fill: 'fill-bad', mark: 'bg-bad', statuses: ['bounced'] },
  {
    key: 'complained',
    name: 'Marked as spam',
    fill: 'fill-chart-purple',
    mark: 'bg-chart-purple',
    statuses: ['complained'],
  },
  {
    key: 'failed',
    name: 'Refused or uncertain',
    fill: 'fill-warn',
    mark: 'bg-warn',
    statuses: ['rejected', 'failed', 'uncertain'],
  },
  {
    key: 'held',
    name: 'Suppressed or canceled',
    fill: 'fill-chart-grey',
    mark: 'bg-chart-grey',
    statuses: ['suppressed', 'canceled'],
  },
];

export const outcomeSeries: Series[] = outcomes;

const outcomeOf = (status: string): string =>
  outcomes.find(({ statuses }) => statuses.includes(status))?.key ?? 'failed';

export const mailAmounts = (rows: readonly DailyRow[]): DayAmounts[] =>
  rows.map(({ day, inbound, sends }) => ({ day, amounts: { inbound, sends } }));

/** A row for each of the days, with what ended how. */
export function outcomeAmounts(days: readonly string[], rows: readonly OutcomeRow[]): DayAmounts[] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return days.map((day) => {
    const amounts: Record<string, number> = {};
    for (const { status, many } of byDay.get(day) ?? []) {
      const key = outcomeOf(status);
      amounts[key] = (amounts[key] ?? 0) + many;
    }
    return { day, amounts };
  });
}

export const totalsOf = (days: readonly DayAmounts[], series: readonly Series[]): Record<string, number> =>
  Object.fromEntries(
    series.map(({ key }) => [key, days.reduce((sum, { amounts }) => sum + (amounts[key] ?? 0), 0)]),
  );

/** The share of what reached somebody, of all that was decided; null while nothing was. */
export function deliveredShare(totals: Record<string, number>): number | null {
  const arrived = (totals.delivered ?? 0) + (totals.complained ?? 0);
  const decided = arrived + (totals.bounced ?? 0) + (totals.failed ?? 0);
  return decided === 0 ? null : arrived / decided;
}
