import { SECOND } from '#kernel/clock.ts';
import type { Claimed } from './delivery-repository.ts';

/** Attempts at once to one endpoint, to one that answers slowly, and to one that failed the last time. */
export const PER_ENDPOINT = 16;
const PER_SLOW = 4;
export const PER_FAILING = 1;
const SLOW = 2 * SECOND;
/** Deliveries that are taken ahead for one that answers soon, so that few claims are needed; more are claimed in time. */
const TAKEN_AHEAD = 256;
const LOW = 96;

/** A delivery that this process holds, with its envelope; null when retention removed the event. */
export type Held = {
  claimed: Claimed;
  body: string | null;
  /** By the process's own clock: later its lease could end meanwhile, and somebody else posts it too. */
  beginBefore: number;
};

/**
 * One endpoint's deliveries in this process, first come first served. What is not known to answer soon holds no more than
 * its attempts: a few that stall leave room for everybody else.
 */
export class Lane {
  readonly webhookId: string;
  failing: boolean;
  inFlight = 0;
  #waiting: Held[] = [];
  /** Milliseconds that the last answer took; null before there was one. */
  #took: number | null = null;

  constructor(webhookId: string, failing: boolean) {
    this.webhookId = webhookId;
    this.failing = failing;
  }

  add(held: Held): void {
    this.#waiting.push(held);
  }

  /** The next delivery if there is room for an attempt. */
  next(): Held | undefined {
    if (this.inFlight >= this.#atOnce) return undefined;
    // What a slow receiver kept waiting for too long is left to its lease.
    while (this.#waiting.length > 0 && this.#waiting[0]!.beginBefore < performance.now())
      this.#waiting.shift();
    return this.#waiting.shift();
  }

  answered(succeeded: boolean, milliseconds: number): void {
    this.failing = !succeeded;
    this.#took = milliseconds;
  }

  /** What was taken ahead and is better given back: all of it once the endpoint fails, or when the worker ends. */
  drop(): Held[] {
    return this.#waiting.splice(0);
  }

  get held(): number {
    return this.inFlight + this.#waiting.length;
  }

  /** How many more may be claimed. */
  get room(): number {
    const isSoon = !this.failing && this.#took !== null && this.#took < SLOW;
    return Math.max(0, (isSoon ? TAKEN_AHEAD : this.#atOnce) - this.held);
  }

  /** Few enough are left that more should be claimed. */
  get isLow(): boolean {
    return this.#waiting.length < LOW;
  }

  get #atOnce(): number {
    if (this.failing) return PER_FAILING;
    return this.#took !== null && this.#took >= SLOW ? PER_SLOW : PER_ENDPOINT;
  }
}
