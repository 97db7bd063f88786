import type { RouterOutputs } from '#api/trpc/router.ts';
import { addDays } from './amounts.ts';

export type Rates = RouterOutputs['usage']['rates'];
export type RateGroup = Rates['data'][number];
type Amounts = RateGroup['days'][number];

export type Metric = 'delivered' | 'bounced' | 'complained';
export const metrics: Record<Metric, { name: string; stroke: string; mark: string }> = {
  delivered: { name: 'Delivery rate', stroke: 'stroke-accent', mark: 'bg-accent' },
  bounced: { name: 'Bounce rate', stroke: 'stroke-bad', mark: 'bg-bad' },
  complained: { name: 'Complaint rate', stroke: 'stroke-chart-purple', mark: 'bg-chart-purple' },
};

/** Mail with a complaint was delivered first, so it counts as both. */
const countOf = (row: Pick<Amounts, Metric>, metric: Metric): number =>
  metric === 'delivered' ? row.delivered + row.complained : row[metric];

/** The rate over all days; null if nothing was sent. */
export function rateOf(rows: readonly Amounts[], metric: Metric): number | null {
  const all = rows.reduce((sum, { handed_over }) => sum + handed_over, 0);
  return all === 0 ? null : rows.reduce((sum, row) => sum + countOf(row, metric), 0) / all;
}

export const handedOver = (rows: readonly Amounts[]): number =>
  rows.reduce((sum, { handed_over }) => sum + handed_over, 0);

/** One rate for each day; null on days without mail. */
export function ratesByDay(rows: readonly Amounts[], days: readonly string[], metric: Metric) {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => {
    const row = byDay.get(day);
    return row && row.handed_over > 0 ? countOf(row, metric) / row.handed_over : null;
  });
}

/** The days from the first to the last, both included. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The abuse threshold for a rate; null if there is none. */
export function limitOf({ bounce_rate, complaint_rate }: Rates['limits'], metric: Metric): number | null {
  if (metric === 'delivered') return null;
  return metric === 'bounced' ? bounce_rate : complaint_rate;
}

/** The lower end of the axis: a round value below the lowest delivery rate, or 0 for other rates. */
export function bottomOf(values: readonly (number | null)[], limit: number | null): number {
  if (limit !== null) return 0;
  const least = Math.min(1, ...values.map((value) => value ?? 1));
  return [0.9, 0.8, 0.5].find((bottom) => bottom <= least) ?? 0;
}

/** The upper end of the axis: 100% for a delivery rate, or a round value above the other rates and their limit. */
export function topOf(values: readonly (number | null)[], limit: number | null): number {
  if (limit === null) return 1;
  const most = Math.max(limit * 1.25, ...values.map((value) => value ?? 0));
  const tops = [0.0025, 0.005, 0.01, 0.02, 0.04, 0.05, 0.08, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];
  return tops.find((top) => top >= most) ?? 1;
}
