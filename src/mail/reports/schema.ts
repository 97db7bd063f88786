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
