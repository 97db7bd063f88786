type Waiter = { owner: string | null; begin(): void };

/**
 * Limits how much work runs at the same time. One owner gets at most three quarters of the places, so that other owners
 * soon find one however slow the work is. Work without an owner has no such limit.
 */
export class SharedPlaces {
  readonly #places: () => number;
  #taken = 0;
  readonly #takenBy = new Map<string, number>();
  readonly #waiting: Waiter[] = [];

  /** @param places the number of places; a function if the number changes */
  constructor(places: number | (() => number)) {
    this.#places = typeof places === 'number' ? () => places : places;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a place. @returns false when none is free for this owner */
  take(owner: string | null): boolean {
    if (!this.#hasPlace(owner)) return false;
    this.#taken += 1;
    if (owner !== null) this.#takenBy.set(owner, (this.#takenBy.get(owner) ?? 0) + 1);
    return true;
  }

  /** Calls `begin` once there is a place; waiters are served in order. @returns a function that stops waiting */
  wait(owner: string | null, begin: () => void): () => void {
    const waiter = { owner, begin };
    this.#waiting.push(waiter);
    return () => {
      const at = this.#waiting.indexOf(waiter);
      if (at !== -1) this.#waiting.splice(at, 1);
    };
  }

  /** Runs the work when there is a place for it. */
  async run<T>(owner: string | null, work: () => Promise<T>): Promise<T> {
    if (!this.take(owner)) await new Promise<void>((resolve) => this.wait(owner, resolve));
    try {
      return await work();
    } finally {
      this.free(owner);
    }
  }

  free(owner: string | null): void {
    this.#taken -= 1;
    if (owner !== null) {
      const left = this.#takenBy.get(owner)! - 1;
      if (left === 0) this.#takenBy.delete(owner);
      else this.#takenBy.set(owner, left);
    }
    while (this.#beginNext());
  }

  /** Starts the first waiter that may have a place. The place is taken here, so that no newcomer gets it first. */
  #beginNext(): boolean {
    const at = this.#waiting.findIndex((waiter) => this.take(waiter.owner));
    if (at === -1) return false;
    const [next] = this.#waiting.splice(at, 1);
    next!.begin();
    return true;
  }

  #hasPlace(owner: string | null): boolean {
    const places = this.#places();
    if (this.#taken >= places) return false;
    return owner === null || (this.#takenBy.get(owner) ?? 0) < places - Math.floor(places / 4);
  }
}
