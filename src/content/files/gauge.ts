import { fileLimits } from './limits.ts';

/** Bytes that may still be measured for the archives of one message. */
export type MeasuringBudget = { left: number };

export const measuringBudget = (): MeasuringBudget => ({ left: fileLimits.archive.bytesPerMessage });

/** The archive is a bomb, or is too malformed to be opened safely. */
export class ArchiveBomb extends Error {
  override name = 'ArchiveBomb';
}

/** No reader can make sense of the archive. */
export class UnreadableArchive extends Error {
  override name = 'UnreadableArchive';
}

/** Counts the contents of an archive, including nested archives, and stops at the limits. */
export class Gauge {
  readonly #limit: number;
  readonly #budget: MeasuringBudget;
  #used = 0;

  constructor(archiveBytes: number, budget: MeasuringBudget) {
    this.#limit = Math.min(archiveBytes * fileLimits.archive.ratio, fileLimits.archive.bytes);
    this.#budget = budget;
  }

  /** @throws ArchiveBomb when so many bytes would be more than an archive of this size may hold */
  expect(bytes: number): void {
    if (this.#used + bytes > this.#limit || bytes > this.#budget.left) throw new ArchiveBomb('too large');
  }

  /** @throws ArchiveBomb */
  add(bytes: number): void {
    this.expect(bytes);
    this.#used += bytes;
    this.#budget.left -= bytes;
  }
}
