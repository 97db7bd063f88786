import { MINUTE } from '#kernel/base/clock.ts';
import type { Session } from './liveness.ts';
import { freeSlot, takeSlot } from './repository.ts';

const LEAST_PER_JOB = 5;
const LONGEST_WAIT = 5 * MINUTE;
/** How much of the mean the last job's time is. */
const WEIGHT = 0.2;

export type Slot = { release(): Promise<void> };

/** The jobs of one name that a tenant runs here. */
type Lane = {
  limit: number;
  held: Set<string>;
  /** One job waits here and takes over the next slot; all others go back to the queue. */
  next: ((slot: string) => void) | null;
  /** Jobs that hold a slot, ask for one or wait here; without any the lane is forgotten. */
  present: number;
  /** Jobs sent away since the lane was last empty, less those that came through: about how many are waiting. */
  sentAway: number;
  /** Milliseconds that a job takes, about. */
  mean: number;
  /** Locks of one session do not exclude each other, so the lane asks for one slot at a time. */
  asking: Promise<unknown>;
};

/**
 * Concurrency per tenant across all processes. A slot is an advisory lock of the liveness session, so the slots of a
 * killed process are free at once. While the session is lost, nobody gets a slot.
 */
export class TenantSlots {
  readonly #session: Session;
  readonly #lanes = new Map<string, Lane>();

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * A slot, to be given back; or the milliseconds after which to ask again: about when it will be this job's turn, so
   * that a tenant with many jobs does not keep the workers busy with looking at them.
   */
  async take(name: string, limit: number): Promise<Slot | { wait: number }> {
    const lane = this.#lanes.get(name) ?? newLane(limit);
    this.#lanes.set(name, lane);
    lane.present += 1;
    const asked = lane.asking.then(() => this.#ask(name, lane));
    lane.asking = asked.catch(() => null);
    const slot = (await asked.catch(() => null)) ?? (await this.#takeOver(lane));
    if (slot === null) {
      this.#leave(name, lane);
      return { wait: sendAway(lane) };
    }
    lane.sentAway = Math.max(0, lane.sentAway - 1);
    const begun = performance.now();
    return {
      release: () => {
        lane.mean += WEIGHT * (performance.now() - begun - lane.mean);
        return this.#release(name, lane, slot);
      },
    };
  }

  async #ask(name: string, lane: Lane): Promise<string | null> {
    const free = Array.from({ length: lane.limit }, (_, n) => `${name}/${n}`).filter(
      (slot) => !lane.held.has(slot),
    );
    const { client } = this.#session;
    const slot = client && free.length > 0 ? await takeSlot(client, free) : null;
    if (slot !== null) lane.held.add(slot);
    return slot;
  }

  #takeOver(lane: Lane): Promise<string> | null {
    if (lane.next !== null || lane.held.size === 0) return null;
    return new Promise((resolve) => {
      lane.next = resolve;
    });
  }

  #leave(name: string, lane: Lane): void {
    lane.present -= 1;
    if (lane.present === 0) this.#lanes.delete(name);
  }

  async #release(name: string, lane: Lane, slot: string): Promise<void> {
    const { next } = lane;
    lane.next = null;
    if (next) {
      this.#leave(name, lane);
      return next(slot);
    }
    // If the session is lost, its locks are, too.
    const { client } = this.#session;
    if (client) await freeSlot(client, slot).catch(() => undefined);
    lane.held.delete(slot);
    this.#leave(name, lane);
  }
}

const newLane = (limit: number): Lane => ({
  limit,
  held: new Set(),
  next: null,
  present: 0,
  sentAway: 0,
  mean: 0,
  asking: Promise.resolve(),
});

function sendAway(lane: Lane): number {
  lane.sentAway += 1;
  const turn = lane.sentAway * Math.max(LEAST_PER_JOB, lane.mean / lane.limit);
  return Math.min(LONGEST_WAIT, turn) * (0.5 + Math.random());
}
