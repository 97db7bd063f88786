import { getHeapStatistics } from 'node:v8';

/** Milliseconds between two measurements. */
const INTERVAL = 5_000;
/**
 * A thread is at rest below this share of processor time. Event loop utilization would count waiting for a processor as
 * work.
 */
const AT_REST = 0.03;
/** The number of consecutive measurements at rest that are needed, so that a pause between two messages does not count. */
const LOOKS_AT_REST = 2;
/** A collection takes a tenth of a second. It pays when the heap exceeds the smallest one so far by this many bytes. */
const WORTH_CLEANING = 12 * 1024 * 1024;

type Collect = (options: { type: 'major'; execution: 'async' }) => Promise<void>;

/**
 * V8's garbage collector, if the program was started with `--expose-gc` (`scripts/prepare.mjs`). Without the flag nothing is
 * collected here: setting it while threads run may crash them.
 */
const { gc: collect } = globalThis as { gc?: Collect };

/**
 * Gives memory back to the system when this thread comes to rest after work. V8 collects garbage only when it needs memory,
 * so without this the garbage of a burst of mail would stay until the next burst. Each thread has its own heap. The timer
 * does not keep the thread alive.
 * @returns a function that stops it
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

/** The size of the heap and of its external memory, which holds the bytes of messages. */
function bytesHeld(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

/** Decides when to collect: once after each period of work, if the thread is at rest and holds more than it needs. */
export class Rest {
  #looks = 0;
  // Start-up leaves as much garbage as a burst of mail.
  #isClean = false;
  #least = 0;

  /** @param worked the share of processor time that the thread used since the last measurement */
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
