import { MINUTE } from '#kernel/base/clock.ts';
import type { Session } from './liveness.ts';
import { freeSlot, takeSlot } from './repository.ts';

const LEAST_PER_JOB = 5;
const LONGEST_WAIT = 5 * MINUTE;
/** The weight of the last job's duration in the mean. */
const WEIGHT = 0.2;

export type Slot = { release(): Promise<void> };

/** One tenant's jobs of one name in this process. */
type TenantQueue = {
  limit: number;
  held: Set<string>;
  /** Gives the next free slot to the one job that waits here; all others wait in the database. */
  next: ((slot: string) => void) | null;
  /** The number of jobs that hold a slot, request one or wait here. When it is 0, the queue is dropped. */
  present: number;
  /** An estimate of waiting jobs: those put back since the queue was last empty, minus those that got a slot. */
  sentAway: number;
  /** The average duration of a job in milliseconds. */
  mean: number;
  /** The last request. Locks of one session do not exclude each other, so slots are requested one at a time. */
  asking: Promise<unknown>;
};

/**
 * Concurrency per tenant across all processes. A slot is an advisory lock of the liveness session, so the slots of a
 * killed process are free at once. While the session is lost, nobody gets a slot.
 */
export class TenantSlots {
  readonly #session: Session;
  readonly #queues = new Map<string, TenantQueue>();

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Takes a slot, which must be given back. If there is none, returns the milliseconds until it will probably be this job's
   * turn, so that a tenant's many waiting jobs do not keep the workers busy.
   */
  async take(name: string, limit: number): Promise<Slot | { wait: number }> {
    const queue = this.#queues.get(name) ?? newQueue(limit);
    this.#queues.set(name, queue);
    queue.present += 1;
    const asked = queue.asking.then(() => this.#ask(name, queue));
    queue.asking = asked.catch(() => null);
    const slot = (await asked.catch(() => null)) ?? (await this.#takeOver(queue));
    if (slot === null) {
      this.#leave(name, queue);
      return { wait: sendAway(queue) };
    }
    queue.sentAway = Math.max(0, queue.sentAway - 1);
    const begun = performance.now();
    return {
      release: () => {
        queue.mean += WEIGHT * (performance.now() - begun - queue.mean);
        return this.#release(name, queue, slot);
      },
    };
  }

  async #ask(name: string, queue: TenantQueue): Promise<string | null> {
    const free = Array.from({ length: queue.limit }, (_, n) => `${name}/${n}`).filter(
      (slot) => !queue.held.has(slot),
    );
    const { client } = this.#session;
    const slot = client && free.length > 0 ? await takeSlot(client, free) : null;
    if (slot !== null) queue.held.add(slot);
    return slot;
  }

  #takeOver(queue: TenantQueue): Promise<string> | null {
    if (queue.next !== null || queue.held.size === 0) return null;
    return new Promise((resolve) => {
      queue.next = resolve;
    });
  }

  #leave(name: string, queue: TenantQueue): void {
    queue.present -= 1;
    if (queue.present === 0) this.#queues.delete(name);
  }

  async #release(name: string, queue: TenantQueue, slot: string): Promise<void> {
    const { next } = queue;
    queue.next = null;
    if (next) {
      this.#leave(name, queue);
      return next(slot);
    }
    // If the session is lost, its locks are already free.
    const { client } = this.#session;
    if (client) await freeSlot(client, slot).catch(() => undefined);
    queue.held.delete(slot);
    this.#leave(name, queue);
  }
}

const newQueue = (limit: number): TenantQueue => ({
  limit,
  held: new Set(),
  next: null,
  present: 0,
  sentAway: 0,
  mean: 0,
  asking: Promise.resolve(),
});

function sendAway(queue: TenantQueue): number {
  queue.sentAway += 1;
  const turn = queue.sentAway * Math.max(LEAST_PER_JOB, queue.mean / queue.limit);
  return Math.min(LONGEST_WAIT, turn) * (0.5 + Math.random());
}
