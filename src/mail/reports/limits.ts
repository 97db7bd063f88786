/** Limits for reports. RFC 7489 and RFC 8460 define none; real reports are far smaller. */
export const reportLimits = {
  packedBytes: 5 * 1024 * 1024,
  unpackedBytes: 20 * 1024 * 1024,
  /** Text does not compress better than this, so a larger ratio means an archive bomb. */
  ratio: 100,
  /** Up to this size, any ratio is allowed. */
  freeBytes: 1024 * 1024,
  filesPerArchive: 10,
  filesPerMessage: 5,
  /** The maximum number of rows of a DMARC report, or of details of a TLS report. */
  records: 10_000,
  /** The maximum number of distinct sources and results that are kept of a report; the rest is counted as `other`. */
  counts: 1_000,
  depth: 20,
  text: 1_000,
} as const;
