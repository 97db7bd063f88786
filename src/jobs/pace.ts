import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';

/** Work of other tenants counts as current for this long, because their next job may come at any moment. */
const LATELY = 5 * SECOND;
/** The share of time for which the event loop may be busy between two jobs of long queues while others have work. */
const SHARE = 0.2;
/**
 * The maximum time between two of them, however busy the loop is, so that a long queue always makes progress.
 * Milliseconds.
 */
const LONGEST_REST = SECOND / 10;
/** A tenant whose long queue was worked on within this time does not count as other work, not even with its short jobs. */
const REMEMBERED = MINUTE;
const MOST_REMEMBERED = 1_000;
/** Enough tenants that some are left when a few turn out to have long queues. */
const OTHERS_REMEMBERED = 16;
const LONGEST_REST_OF_BATCHES = 2 * SECOND;
/** The maximum number of jobs of long queues that have begun in a process while others have work. */
const CROWD_BESIDE_OTHERS = 12;
/**
 * The same while nobody else has work, in a busy process: the processor is the limit then, and the next job of another
 * tenant would wait for all of them at each step. A process that mostly waits for other systems has no such limit.
 */
const CROWD_OF_BUSY = 8;
/** The share of recent time from which an event loop counts as busy. */
const BUSY = 0.85;
/** The shortest time over which that share is measured, in milliseconds. */
const MOMENT = 250;
const LOOK = SECOND / 10;
const LOOK_FOR_ENDS = 10;

/**
 * Divides a process's time between jobs of long queues and all others. Alone, a long queue runs as fast as it can. While
 * other tenants have work, the next job of a long queue begins only when the event loop has been idle for four fifths of the
 * time since the previous one. So others find processor time here and in Postgres.
 */
export class Pace {
  /** The times at which tenants without a long queue last had work, the latest at the end. */
  readonly #others = new Map<string, number>();
  readonly #crowds = new Map<string | null, number>();
  /** The number of jobs of long queues that have begun and not ended. */
  #begun = 0;
  #turns: Promise<void> = Promise.resolve();
  #last = { at: 0, loop: performance.eventLoopUtilization() };
  #moment = { at: 0, loop: performance.eventLoopUtilization(), isBusy: false };

  /** Notes that work begins that did not wait in a long queue. */
  note(tenant: string | null): void {
    if (tenant === null) return;
    const now = performance.now();
    if (now - (this.#crowds.get(tenant) ?? -Infinity) <= REMEMBERED) return;
    this.#others.delete(tenant);
    this.#others.set(tenant, now);
    if (this.#others.size > OTHERS_REMEMBERED) this.#others.delete(this.#others.keys().next().value!);
  }

  /**
   * Runs a job of a long queue as soon as the next such job may begin.
   * @param hurries ends the wait, because the process is about to stop
   */
  async inTurn<T>(tenant: string | null, job: () => Promise<T>, hurries: () => boolean): Promise<T> {
    this.#remember(tenant);
    this.#turns = this.#turns.then(async () => {
      await this.#rest(hurries);
      this.#begun += 1;
    });
    await this.#turns;
    return job().finally(() => {
      this.#begun -= 1;
    });
  }

  /**
   * For work in batches: resolves when the next batch of a long queue may begin.
   * @param worked milliseconds that the last batch took, here and in Postgres
   */
  async restAfter(tenants: Iterable<string>, worked: number, hurries: () => boolean): Promise<void> {
    for (const tenant of tenants) this.#remember(tenant);
    let left = Math.min(worked / SHARE - worked, LONGEST_REST_OF_BATCHES);
    for (; left > 0 && !hurries() && this.othersWork(); left -= LOOK) await delay(Math.min(left, LOOK));
  }

  /** Whether a tenant without a long queue had work recently. */
  othersWork(): boolean {
    return performance.now() - this.#othersAt() <= LATELY;
  }

  #othersAt(): number {
    return [...this.#others.values()].at(-1) ?? -Infinity;
  }

  /** Marks a tenant as having a long queue. Its earlier jobs then no longer count as other work. */
  #remember(tenant: string | null): void {
    if (this.#crowds.size > MOST_REMEMBERED) this.#crowds.clear();
    this.#crowds.set(tenant, performance.now());
    if (tenant !== null) this.#others.delete(tenant);
  }

  async #rest(hurries: () => boolean): Promise<void> {
    for (let wait = this.#waitNow(); wait > 0 && !hurries(); wait = this.#waitNow()) await delay(wait);
    this.#last = { at: performance.now(), loop: performance.eventLoopUtilization() };
  }

  #waitNow(): number {
    const now = performance.now();
    return restFor({
      sinceOthers: now - this.#othersAt(),
      begun: this.#begun,
      sinceLast: now - this.#last.at,
      busy: performance.eventLoopUtilization(this.#last.loop).active,
      isBusy: this.#isBusy(now),
    });
  }

  #isBusy(now: number): boolean {
    if (now - this.#moment.at >= MOMENT) {
      const loop = performance.eventLoopUtilization();
      const isBusy = performance.eventLoopUtilization(loop, this.#moment.loop).utilization >= BUSY;
      this.#moment = { at: now, loop, isBusy };
    }
    return this.#moment.isBusy;
  }
}

/**
 * Milliseconds after which to check again whether the next job of a long queue may begin; 0 if it may begin now.
 * @param time milliseconds since others had work, since the last job of a long queue began, and for how many of these the
 *   loop was busy; the number of such jobs that have begun and not ended; and whether the loop has recently been busy
 */
export function restFor(time: {
  sinceOthers: number;
  sinceLast: number;
  busy: number;
  begun: number;
  isBusy: boolean;
}): number {
  if (time.sinceOthers > LATELY) return time.isBusy && time.begun >= CROWD_OF_BUSY ? LOOK_FOR_ENDS : 0;
  if (time.begun >= CROWD_BESIDE_OTHERS) return LOOK_FOR_ENDS;
  return Math.max(0, Math.ceil(Math.min(time.busy / SHARE, LONGEST_REST) - time.sinceLast));
}

const paces = new WeakMap<object, Pace>();

/** The pace of this process, which all of its long queues share. */
export function paceOf({ wakeUps }: Pick<Services, 'wakeUps'>): Pace {
  const pace = paces.get(wakeUps) ?? new Pace();
  paces.set(wakeUps, pace);
  return pace;
}
