import type { Clock } from '#kernel/base/clock.ts';
import type { Database } from '#kernel/data/database.ts';
import { countReceipts } from './repository.ts';

/** Receipts that may wait before senders are asked to come back later. */
export const MAX_WAITING_RECEIPTS = 20_000;
const LOOK_AGAIN_AFTER = 1_000;

/** Says whether more mail waits than may, by a look at the queue at most once a second. */
export class Backlog {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #max: number;
  #looking: Promise<boolean> | null = null;
  #lookedAt = 0;

  constructor({ db, clock }: { db: Database; clock: Clock }, max: number) {
    this.#db = db;
    this.#clock = clock;
    this.#max = max;
  }

  /** A database that does not answer counts as full: it could not take the message either. */
  isFull(): Promise<boolean> {
    const now = this.#clock.now().getTime();
    if (this.#looking === null || Math.abs(now - this.#lookedAt) >= LOOK_AGAIN_AFTER) {
      this.#lookedAt = now;
      this.#looking = countReceipts(this.#db, this.#max + 1).then(
        (waiting) => waiting > this.#max,
        () => true,
      );
    }
    return this.#looking;
  }
}
