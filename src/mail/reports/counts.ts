import { reportLimits } from './limits.ts';
import type { ReportCount } from './schema.ts';

/** Adds up the counts of each source and result. Beyond the limit, counts go to the source `other`. */
export function sumCounts(counts: readonly ReportCount[]): ReportCount[] {
  const sums = new Map<string, ReportCount>();
  for (const count of counts) {
    const key = keyOf(count);
    const isKept = sums.has(key) || sums.size < reportLimits.counts;
    const kept = isKept ? count : { ...count, source: 'other' };
    const present = sums.get(keyOf(kept));
    sums.set(keyOf(kept), { ...kept, messages: (present?.messages ?? 0) + count.messages });
  }
  return [...sums.values()];
}

const keyOf = ({ source, result, disposition }: ReportCount): string => `${source} ${result} ${disposition}`;

/** The UTC day of a time in milliseconds; null if a report cannot be about that time. */
export function dayOf(milliseconds: number, now: Date): string | null {
  const YEAR = 366 * 24 * 60 * 60 * 1000;
  if (!Number.isFinite(milliseconds) || Math.abs(milliseconds - now.getTime()) > YEAR) return null;
  return new Date(milliseconds).toISOString().slice(0, 10);
}
