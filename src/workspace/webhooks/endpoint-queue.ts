import { SECOND } from '#kernel/base/clock.ts';
import type { Claimed } from './delivery-repository.ts';
import type { Receiver } from './repository.ts';

/** The maximum number of concurrent attempts to a normal endpoint, to a slow one, and to one whose last attempt failed. */
export const PER_ENDPOINT = 16;
const PER_SLOW = 4;
export const PER_FAILING = 1;
const SLOW = 2 * SECOND;
/** Deliveries that are claimed ahead for a fast endpoint, so that few claims are needed. */
const TAKEN_AHEAD = 512;
const WORTH_A_CLAIM = 256;

/** A delivery that this process has claimed, with its envelope; null if retention has deleted the event. */
export type Held = {
  claimed: Claimed;
  body: string | null;
  /** By the process's own clock. Later, the lease could end during the attempt, and another worker would post it too. */
  beginBefore: number;
};

/**
 * One endpoint's deliveries in this process, in order. An endpoint that is not known to be fast gets no more deliveries than
 * it can attempt, so that a few stalled endpoints leave room for all others.
 */
export class EndpointQueue {
  readonly webhookId: string;
  failing: boolean;
  receiver: Receiver;
  /** Attempts that wait for their response, and those whose outcome is being written. */
  posting = 0;
  concluding = 0;
  /** Whether the last claim filled the queue, so that there may be more deliveries. */
  mayBeMore = true;
  #waiting: Held[] = [];
  /** The duration of the last response in milliseconds; null before the first one. */
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

  /** Claimed deliveries to return: those that waited too long, and all beyond its attempts once the endpoint is slow or fails. */
  excess(): Held[] {
    const now = performance.now();
    const late = this.#waiting.findIndex(({ beginBefore }) => beginBefore >= now);
    const excess = this.#waiting.splice(0, late === -1 ? this.#waiting.length : late);
    if (this.failing || this.#isSlow)
      excess.push(...this.#waiting.splice(Math.max(0, this.#atOnce - this.posting)));
    if (excess.length > 0) this.mayBeMore = true;
    return excess;
  }

  /** Removes and returns all deliveries that have not started. */
  drop(): Held[] {
    return this.#waiting.splice(0);
  }

  get held(): number {
    return this.posting + this.concluding + this.#waiting.length;
  }

  /** The number of further deliveries that may be claimed. */
  get room(): number {
    return Math.max(0, (this.#isSoon ? TAKEN_AHEAD : this.#atOnce) - this.held);
  }

  /** Whether more should be claimed, because few are left and there may be more. */
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
