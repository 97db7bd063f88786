import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import { SharedPlaces } from '#kernel/base/shared-places.ts';

/** How long a job waits here for its turn. Meanwhile it occupies one of the engine's places, which other jobs could use. */
const PATIENCE = SECOND;
const LEAST_PER_JOB = 5;
const LONGEST_WAIT = 5 * MINUTE;
/** The weight of the last job's duration in the mean. */
const WEIGHT = 0.2;

/**
 * Runs the jobs of one name in this process, in places that tenants share. A job whose turn does not come within a second
 * goes back into the queue until shortly before its turn, so that slow jobs of one kind do not occupy the places of others.
 */
export class Lane {
  readonly #size: () => number;
  readonly #places: SharedPlaces;
  /** An estimate of the jobs that were put back into the queue and have not returned. */
  #sentAway = 0;
  /** The average duration of a job in milliseconds. */
  #mean = 0;

  /** @param places returns how many jobs may run at a time at the moment */
  constructor(places: () => number) {
    this.#size = places;
    this.#places = new SharedPlaces(places);
  }

  get running(): number {
    return this.#places.taken;
  }

  /** Runs the work when it is its turn, or returns the milliseconds after which the job should come back. */
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
        // No place became free in that time, so jobs take at least that long.
        this.#mean = Math.max(this.#mean, PATIENCE);
        resolve(false);
      }, PATIENCE);
    });
  }
}
