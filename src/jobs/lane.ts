import { MINUTE, SECOND } from '#kernel/base/clock.ts';

/** How long a job waits here for its turn. It holds one of the engine's places meanwhile, which others could use. */
const PATIENCE = SECOND;
const LEAST_PER_JOB = 5;
const LONGEST_WAIT = 5 * MINUTE;
/** How much of the mean the last job's time is. */
const WEIGHT = 0.2;

type Waiter = { tenant: string | null; begin(): void };

/**
 * The jobs of one name in this process. A tenant gets at most three quarters of the places, so that another one's job always
 * finds one soon, however slow the work is. A job whose turn does not come within a second goes back into the queue until
 * about its turn: slow work of one kind does not hold the places of all other kinds.
 */
export class Lane {
  readonly #places: number;
  readonly #share: number;
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  /** An estimate of jobs that were sent away and have not come back. */
  #sentAway = 0;
  /** The average duration of a job in milliseconds. */
  #mean = 0;

  /** @param places how many jobs run at a time */
  constructor(places: number) {
    this.#places = places;
    this.#share = places - Math.floor(places / 4);
  }

  /** Runs the work when it is its turn, or sends it away with the milliseconds after which it should come back. */
  async run<T>(
    tenant: string | null,
    work: () => Promise<T>,
    sendAway: (wait: number) => Promise<T>,
  ): Promise<T> {
    if (!(await this.#turn(tenant))) {
      this.#sentAway += 1;
      const turn = this.#sentAway * Math.max(LEAST_PER_JOB, this.#mean / this.#places);
      return sendAway(Math.min(LONGEST_WAIT, Math.max(PATIENCE, turn)) * (0.5 + Math.random()));
    }
    this.#sentAway = Math.max(0, this.#sentAway - 1);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.#mean += WEIGHT * (performance.now() - begun - this.#mean);
      this.#end(tenant);
    }
  }

  #turn(tenant: string | null): Promise<boolean> {
    if (this.#hasPlace(tenant)) {
      this.#begin(tenant);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const waiter = {
        tenant,
        begin: () => {
          clearTimeout(late);
          resolve(true);
        },
      };
      const late = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        // Nobody made room in that time, so jobs take longer than that.
        this.#mean = Math.max(this.#mean, PATIENCE);
        resolve(false);
      }, PATIENCE);
      this.#waiting.push(waiter);
    });
  }

  #hasPlace(tenant: string | null): boolean {
    if (this.#running >= this.#places) return false;
    return tenant === null || (this.#runningOf.get(tenant) ?? 0) < this.#share;
  }

  #begin(tenant: string | null): void {
    this.#running += 1;
    if (tenant !== null) this.#runningOf.set(tenant, (this.#runningOf.get(tenant) ?? 0) + 1);
  }

  #end(tenant: string | null): void {
    this.#running -= 1;
    if (tenant !== null) {
      const left = this.#runningOf.get(tenant)! - 1;
      if (left === 0) this.#runningOf.delete(tenant);
      else this.#runningOf.set(tenant, left);
    }
    const at = this.#waiting.findIndex((waiter) => this.#hasPlace(waiter.tenant));
    if (at === -1) return;
    const [next] = this.#waiting.splice(at, 1);
    // The place is taken here, so that no newcomer gets it in between.
    this.#begin(next!.tenant);
    next!.begin();
  }
}
