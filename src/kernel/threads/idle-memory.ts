import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Milliseconds between two looks. */
const INTERVAL = 5_000;
/** Share of the time in which a thread at rest works. */
const AT_REST = 0.05;
/** Bytes that a heap holds more than after it was last cleaned, before cleaning it again is worth a tenth of a second. */
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
  // The start leaves as much as a burst.
  let kept = 0;
  let before = performance.eventLoopUtilization();
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const held = getHeapStatistics().total_heap_size;
    if (utilization > AT_REST || held < kept + WORTH_CLEANING) return;
    const done = (): void => {
      kept = getHeapStatistics().total_heap_size;
    };
    collect({ type: 'major', execution: 'async' }).then(done, done);
  };
  const timer = setInterval(look, INTERVAL).unref();
  return () => clearInterval(timer);
}
