export const reportKinds = ['dmarc', 'tls'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A report about one domain, reduced to counts. */
export type DomainReport = {
  kind: ReportKind;
  /** Lower case. */
  domain: string;
  reportId: string;
  /** UTC, `2026-11-22`. */
  day: string;
  counts: ReportCount[];
};

export type ReportCount = { source: string; result: string; disposition: string; messages: number };

/** Bounds on what a report may hold (RFC 7489, RFC 8460 name none; real ones are far smaller). */
export const reportLimits = {
  packedBytes: 5 * 1024 * 1024,
  unpackedBytes: 20 * 1024 * 1024,
  /** More is no honest compression of text. */
  ratio: 100,
  /** Below this size no ratio counts. */
  freeBytes: 1024 * 1024,
  filesPerArchive: 10,
  filesPerMessage: 5,
  /** Rows of a DMARC report, or details of a TLS report. */
  records: 10_000,
  /** Different sources and results of one report that are kept; the rest is counted as `other`. */
  counts: 1_000,
  depth: 20,
  text: 1_000,
} as const;

/** Counts of the same source and result together. What is beyond the bound is counted under the source `other`. */
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

/** The UTC day of a moment; null for what is no moment that a report could be about. */
export function dayOf(milliseconds: number, now: Date): string | null {
  const YEAR = 366 * 24 * 60 * 60 * 1000;
  if (!Number.isFinite(milliseconds) || Math.abs(milliseconds - now.getTime()) > YEAR) return null;
  return new Date(milliseconds).toISOString().slice(0, 10);
}
