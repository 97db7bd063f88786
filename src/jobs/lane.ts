import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import { SharedPlaces } from '#kernel/base/shared-places.ts';

/** How long a job waits here for its turn. During this time it occupies one of the engine's places, which others could use. */
const PATIENCE = SECOND;
const LEAST_PER_JOB = 5;
const LONGEST_WAIT = 5 * MINUTE;
/** How much of the mean the last job's time is. */
const WEIGHT = 0.2;

/**
 * The jobs of one name in this process, in places that tenants share. A job whose turn does not come within a second goes back
 * into the queue until about its turn: slow work of one kind does not hold the places of all other kinds.
 */
export class Lane {
  readonly #size: () => number;
  readonly #places: SharedPlaces;
  /** An estimate of jobs that were sent away and have not come back. */
  #sentAway = 0;
  /** The average duration of a job in milliseconds. */
  #mean = 0;

  /** @param places how many jobs run at a time, now */
  constructor(places: () => number) {
    this.#size = places;
    this.#places = new SharedPlaces(places);
  }

  get running(): number {
    return this.#places.taken;
  }

  /** Runs the work when it is its turn, or sends it away with the milliseconds after which it should come back. */
  async run<T>(
    tenant: string | null,
    work: () => Promise<T>,
    sendAway: (wait: number) => Promise<T>,
  ): Promise<T> {
    if (!(await this.#turn(tenant))) {
      this.#sentAway += 1;
      const turn = this.#sentAway * Math.max(LEAST_PER_JOB, this.#mean / this.#size());
      return sendAway(Math.min(LONGEST_WAIT, Math.max(PATIENCE, turn)) * (0.5 + Math.random()));
    }
    this.#sentAway = Math.max(0, this.#sentAway - 1);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.#mean += WEIGHT * (performance.now() - begun - this.#mean);
      this.#places.free(tenant);
    }
  }

  #turn(tenant: string | null): Promise<boolean> {
    if (this.#places.take(tenant)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const giveUp = this.#places.wait(tenant, () => {
        clearTimeout(late);
        resolve(true);
      });
      const late = setTimeout(() => {
        giveUp();
        // Nobody made room in that time, so jobs take longer than that.
        this.#mean = Math.max(this.#mean, PATIENCE);
        resolve(false);
      }, PATIENCE);
    });
  }
}
