import type { Clock } from '#kernel/base/clock.ts';
import type { Database } from '#kernel/data/database.ts';
import { countReceipts } from './repository.ts';

/** The number of spool entries that may wait before senders are asked to try again later. */
export const MAX_WAITING_RECEIPTS = 20_000;
const LOOK_AGAIN_AFTER = 1_000;

/** Reports whether too much mail is waiting. It counts the queue at most once a second. */
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

  /** If the database does not respond, the queue counts as full, because the message could not be stored either. */
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
