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
