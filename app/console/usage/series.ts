import type { RouterOutputs } from '#api/trpc/router.ts';
import type { OutboundStatus } from '#mailbox/messages/index.ts';

export type DailyRow = RouterOutputs['usage']['list_daily']['data'][number];
export type OutcomeRow = RouterOutputs['usage']['outcomes']['data'][number];

/** One series of a chart, with the classes of its bars and of its mark in the legend. */
export type Series = { key: string; name: string; fill: string; mark: string };
/** The amounts of a day, by series. */
export type DayAmounts = { day: string; amounts: Record<string, number> };

export const mailSeries: Series[] = [
  { key: 'inbound', name: 'Received', fill: 'fill-chart-blue', mark: 'bg-chart-blue' },
  { key: 'sends', name: 'Sent', fill: 'fill-accent', mark: 'bg-accent' },
];

type Outcome = Series & { statuses: OutboundStatus[] };

/** Groups of delivery statuses (spec 3.1), from the best at the bottom to the worst. */
const outcomes: Outcome[] = [
  { key: 'delivered', name: 'Delivered', fill: 'fill-accent', mark: 'bg-accent', statuses: ['delivered'] },
  {
    key: 'moving',
    name: 'On its way',
    fill: 'fill-chart-blue',
    mark: 'bg-chart-blue',
    statuses: ['queued', 'submitted', 'deferred', 'awaiting_approval'],
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
    name: 'Not sent or unconfirmed',
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
  outcomes.find(({ statuses }) => (statuses as string[]).includes(status))?.key ?? 'failed';

export const mailAmounts = (rows: readonly DailyRow[]): DayAmounts[] =>
  rows.map(({ day, inbound, sends }) => ({ day, amounts: { inbound, sends } }));

/** One row for each day with the outcomes of its messages. */
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

/** The share of delivered messages among those with a final outcome. Null when there are none. */
export function deliveredShare(totals: Record<string, number>): number | null {
  const arrived = (totals.delivered ?? 0) + (totals.complained ?? 0);
  const decided = arrived + (totals.bounced ?? 0) + (totals.failed ?? 0);
  return decided === 0 ? null : arrived / decided;
}
