import type { ReportSummary } from '../data/trpc.ts';
import { tlsResult } from '../labels/reports.ts';
import { daysOf } from '../usage/rates.ts';
import type { DayAmounts, Series } from '../usage/series.ts';

export type ReportKind = 'dmarc' | 'tls';
type DayResult = ReportSummary['days'][number];

const dmarcSeries: Series[] = [
  { key: 'dkim_spf', name: 'Passed DKIM and SPF', fill: 'fill-accent', mark: 'bg-accent' },
  { key: 'dkim', name: 'Passed DKIM only', fill: 'fill-chart-blue', mark: 'bg-chart-blue' },
  { key: 'spf', name: 'Passed SPF only', fill: 'fill-chart-purple', mark: 'bg-chart-purple' },
  { key: 'none', name: 'Not authenticated', fill: 'fill-bad', mark: 'bg-bad' },
];

const tlsSeries: Series[] = [
  { key: 'success', name: tlsResult('success'), fill: 'fill-accent', mark: 'bg-accent' },
];
const failureLooks = [
  { fill: 'fill-bad', mark: 'bg-bad' },
  { fill: 'fill-warn', mark: 'bg-warn' },
  { fill: 'fill-chart-purple', mark: 'bg-chart-purple' },
];
const otherFailures: Series = {
  key: 'other',
  name: 'Other failures',
  fill: 'fill-chart-grey',
  mark: 'bg-chart-grey',
};

/** The TLS failures with the most connections, which get colours of their own. */
function tlsFailures(days: readonly DayResult[]): string[] {
  const totals = new Map<string, number>();
  for (const { result, messages } of days)
    if (result !== 'success') totals.set(result, (totals.get(result) ?? 0) + messages);
  const ordered = [...totals].sort(([, one], [, other]) => other - one);
  return ordered.slice(0, failureLooks.length).map(([result]) => result);
}

/** The series of a chart, from the best at the bottom to the worst at the top. */
export function seriesOf(kind: ReportKind, days: readonly DayResult[]): Series[] {
  if (kind === 'dmarc') return dmarcSeries;
  const named = tlsFailures(days);
  const failures = named.map((key, at) => ({ key, name: tlsResult(key), ...failureLooks[at]! }));
  const hasOthers = days.some(({ result }) => result !== 'success' && !named.includes(result));
  return [...tlsSeries, ...failures, ...(hasOthers ? [otherFailures] : [])];
}

/** One row for each day, also for those without reports. */
export function dayAmounts(
  kind: ReportKind,
  from: string,
  to: string,
  days: readonly DayResult[],
): DayAmounts[] {
  const known = new Set(seriesOf(kind, days).map(({ key }) => key));
  const byDay = Map.groupBy(days, ({ day }) => day);
  return daysOf(from, to).map((day) => {
    const amounts: Record<string, number> = {};
    for (const { result, messages } of byDay.get(day) ?? []) {
      const key = known.has(result) ? result : otherFailures.key;
      amounts[key] = (amounts[key] ?? 0) + messages;
    }
    return { day, amounts };
  });
}
