import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';

/** Others' work of this long ago still counts: the next of it may come at any moment. */
const LATELY = 5 * SECOND;
/** How much of the event loop's time may be busy between two jobs of long queues while others have work. */
const SHARE = 0.2;
/**
 * The maximum time between two of them, however busy the loop is, so that a long queue always makes progress.
 * Milliseconds.
 */
const LONGEST_REST = SECOND / 10;
/** A tenant whose long queue was worked on in this time is not "others", also with its short jobs. */
const REMEMBERED = MINUTE;
const MOST_REMEMBERED = 1_000;
/** Enough that others are left when a few of them turn out to have long queues. */
const OTHERS_REMEMBERED = 16;
const LONGEST_REST_OF_BATCHES = 2 * SECOND;
/** Jobs of long queues that run, or wait for a place of their kind, in a process while others have work. */
const CROWD_BESIDE_OTHERS = 12;
/**
 * The same while nobody else has work, in a process without time to spare: the processor is the limit then, and who comes
 * first after a while would wait for all of them at each step. A process that waits for others has no such limit.
 */
const CROWD_OF_BUSY = 8;
/** A loop that was busy for this share of the last moment has no time to spare. */
const BUSY = 0.85;
/** Milliseconds of that moment, at least. */
const MOMENT = 250;
const LOOK = SECOND / 10;
const LOOK_FOR_ENDS = 10;

/**
 * How a process divides its time between jobs of long queues and all others. Alone, a long queue runs as fast as it can. Once
 * somebody else's jobs run, one of it begins only when the event loop has been idle for four fifths of the time since the
 * one before, so that whoever comes finds processor time, here and in Postgres, instead of a crowd.
 */
export class Pace {
  /** When the last tenants without a long queue had work, the latest at the end. */
  readonly #others = new Map<string, number>();
  readonly #crowds = new Map<string | null, number>();
  /** Jobs of long queues that have begun and not ended. */
  #begun = 0;
  #turns: Promise<void> = Promise.resolve();
  #last = { at: 0, loop: performance.eventLoopUtilization() };
  #moment = { at: 0, loop: performance.eventLoopUtilization(), isBusy: false };

  /** Work that was not waiting in a long queue begins. */
  note(tenant: string | null): void {
    if (tenant === null) return;
    const now = performance.now();
    if (now - (this.#crowds.get(tenant) ?? -Infinity) <= REMEMBERED) return;
    this.#others.delete(tenant);
    this.#others.set(tenant, now);
    if (this.#others.size > OTHERS_REMEMBERED) this.#others.delete(this.#others.keys().next().value!);
  }

  /**
   * Runs a job of a long queue when the next one of those may begin.
   * @param hurries ends the wait: the process is about to stop
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
   * @param worked milliseconds that the last one took, here and in Postgres
   */
  async restAfter(tenants: Iterable<string>, worked: number, hurries: () => boolean): Promise<void> {
    for (const tenant of tenants) this.#remember(tenant);
    let left = Math.min(worked / SHARE - worked, LONGEST_REST_OF_BATCHES);
    for (; left > 0 && !hurries() && this.othersWork(); left -= LOOK) await delay(Math.min(left, LOOK));
  }

  /** Whether somebody without a long queue had work lately. */
  othersWork(): boolean {
    return performance.now() - this.#othersAt() <= LATELY;
  }

  #othersAt(): number {
    return [...this.#others.values()].at(-1) ?? -Infinity;
  }

  /** The first jobs of a long queue came before it was long. They were never others' work. */
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
 * Milliseconds until it is worth looking again whether the next job of a long queue may begin, and 0 when it may.
 * @param time milliseconds: since others had work, since the last job of a long queue began, and of these with a busy loop;
 *   how many of them have begun and not ended; and whether the loop has been busy all the time lately
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

/** The one of this process: all of its long queues share it. */
export function paceOf({ wakeUps }: Pick<Services, 'wakeUps'>): Pace {
  const pace = paces.get(wakeUps) ?? new Pace();
  paces.set(wakeUps, pace);
  return pace;
}
