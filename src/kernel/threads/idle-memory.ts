import { getHeapStatistics } from 'node:v8';

/** Milliseconds between two looks. */
const INTERVAL = 5_000;
/** Share of the time in which a thread at rest has a processor. A busy event loop may just be waiting for one. */
const AT_REST = 0.03;
/** Looks that find it at rest before it counts: between two messages it is not. */
const LOOKS_AT_REST = 2;
/** Bytes that a thread holds more than after it was cleaned best, before cleaning it again is worth a tenth of a second. */
const WORTH_CLEANING = 12 * 1024 * 1024;

type Collect = (options: { type: 'major'; execution: 'async' }) => Promise<void>;

/**
 * V8's own collector, where the program was started with `--expose-gc` (`scripts/prepare.mjs`). Without it nothing is done: a
 * flag that is set while threads run may crash them.
 */
const { gc: collect } = globalThis as { gc?: Collect };

/**
 * Gives memory back when this thread comes to rest after work: V8 cleans a heap when it wants more of it, so that what a
 * burst of mail left would stay until the next one. Each thread has a heap of its own. It keeps no thread alive.
 * @returns ends it
 */
export function giveBackWhenIdle(): () => void {
  if (!collect) return () => {};
  const rest = new Rest();
  let before = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    if (!rest.isTimeToClean((user + system) / 1_000 / INTERVAL, bytesHeld())) return;
    const done = (): void => rest.cleaned(bytesHeld());
    collect({ type: 'major', execution: 'async' }).then(done, done);
  };
  const timer = setInterval(look, INTERVAL).unref();
  return () => clearInterval(timer);
}

/** With what the heap keeps outside: the bytes of a message are there, and go with the object that names them. */
function bytesHeld(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

/** When a thread has come to rest and holds more than it needs to: once after each time that it worked. */
export class Rest {
  #looks = 0;
  // The start leaves as much as a burst.
  #isClean = false;
  #least = 0;

  /** @param worked share of the time since the last look in which the thread had a processor */
  isTimeToClean(worked: number, held: number): boolean {
    if (worked > AT_REST) {
      this.#looks = 0;
      this.#isClean = false;
      return false;
    }
    this.#looks += 1;
    if (this.#isClean || this.#looks < LOOKS_AT_REST || held < this.#least + WORTH_CLEANING) return false;
    this.#isClean = true;
    return true;
  }

  cleaned(held: number): void {
    this.#least = this.#least === 0 ? held : Math.min(this.#least, held);
  }
}
