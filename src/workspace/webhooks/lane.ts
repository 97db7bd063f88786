import { SECOND } from '#kernel/base/clock.ts';
import type { Claimed } from './delivery-repository.ts';
import type { Receiver } from './repository.ts';

/** Attempts at once to one endpoint, to one that answers slowly, and to one that failed the last time. */
export const PER_ENDPOINT = 16;
const PER_SLOW = 4;
export const PER_FAILING = 1;
const SLOW = 2 * SECOND;
/** Deliveries that are taken ahead for one that answers soon, so that few claims are needed; more are claimed in time. */
const TAKEN_AHEAD = 512;
const WORTH_A_CLAIM = 256;

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
  receiver: Receiver;
  /** Attempts that wait for their answer, and those whose end is being written down. */
  posting = 0;
  concluding = 0;
  /** Whether the last claim that there was room for found as much as that. */
  mayBeMore = true;
  #waiting: Held[] = [];
  /** Milliseconds that the last answer took; null before there was one. */
  #took: number | null = null;

  constructor(receiver: Receiver) {
    this.webhookId = receiver.id;
    this.receiver = receiver;
    this.failing = receiver.failures > 0;
  }

  add(held: Held): void {
    this.#waiting.push(held);
  }

  /** The next delivery if there is room for an attempt. */
  next(): Held | undefined {
    return this.posting < this.#atOnce ? this.#waiting.shift() : undefined;
  }

  answered(succeeded: boolean, milliseconds: number): void {
    this.failing = !succeeded;
    this.#took = milliseconds;
  }

  /** What was taken ahead and is better given back: what waited too long, and more than its attempts once it answers late or fails. */
  excess(): Held[] {
    const now = performance.now();
    const late = this.#waiting.findIndex(({ beginBefore }) => beginBefore >= now);
    const excess = this.#waiting.splice(0, late === -1 ? this.#waiting.length : late);
    if (this.failing || this.#isSlow)
      excess.push(...this.#waiting.splice(Math.max(0, this.#atOnce - this.posting)));
    if (excess.length > 0) this.mayBeMore = true;
    return excess;
  }

  /** All that has not begun. */
  drop(): Held[] {
    return this.#waiting.splice(0);
  }

  get held(): number {
    return this.posting + this.concluding + this.#waiting.length;
  }

  /** How many more may be claimed. */
  get room(): number {
    return Math.max(0, (this.#isSoon ? TAKEN_AHEAD : this.#atOnce) - this.held);
  }

  /** Few enough are left that more should be claimed, if there may be more. */
  get wantsMore(): boolean {
    return this.mayBeMore && this.room >= (this.#isSoon ? WORTH_A_CLAIM : 1);
  }

  get #isSoon(): boolean {
    return !this.failing && this.#took !== null && !this.#isSlow;
  }

  get #atOnce(): number {
    if (this.failing) return PER_FAILING;
    return this.#isSlow ? PER_SLOW : PER_ENDPOINT;
  }

  get #isSlow(): boolean {
    return this.#took !== null && this.#took >= SLOW;
  }
}
