import type { Claimed } from './delivery-repository.ts';

/** Attempts at once to one endpoint, and to one that failed the last time: what stalls holds nothing but itself. */
export const PER_ENDPOINT = 16;
export const PER_FAILING = 1;
/** Deliveries to one endpoint that are taken ahead, so that few claims are needed; more are claimed in time. */
export const TAKEN_AHEAD = 256;
const LOW = 96;

/** A delivery that this process holds, with its envelope; null when retention removed the event. */
export type Held = {
  claimed: Claimed;
  body: string | null;
  /** By the process's own clock: later its lease could end meanwhile, and somebody else posts it too. */
  beginBefore: number;
};

/** One endpoint's deliveries in this process, first come first served. */
export class Lane {
  readonly webhookId: string;
  failing: boolean;
  inFlight = 0;
  #waiting: Held[] = [];

  constructor(webhookId: string, failing: boolean) {
    this.webhookId = webhookId;
    this.failing = failing;
  }

  add(held: Held): void {
    this.#waiting.push(held);
  }

  /** The next delivery if there is room for an attempt. */
  next(): Held | undefined {
    if (this.inFlight >= (this.failing ? PER_FAILING : PER_ENDPOINT)) return undefined;
    // What a slow receiver kept waiting for too long is left to its lease.
    while (this.#waiting.length > 0 && this.#waiting[0]!.beginBefore < performance.now())
      this.#waiting.shift();
    return this.#waiting.shift();
  }

  /** What was taken ahead and is better given back: all of it once the endpoint fails, or when the worker ends. */
  drop(): Held[] {
    return this.#waiting.splice(0);
  }

  get held(): number {
    return this.inFlight + this.#waiting.length;
  }

  /** Few enough are left that more should be claimed. */
  get isLow(): boolean {
    return this.#waiting.length < LOW;
  }
}
