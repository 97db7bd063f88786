import { Script } from 'node:vm';

/** Thrown by `runWithin` when the time is over. */
export class TimeExceeded extends Error {
  override name = 'TimeExceeded';
}

const slot = Symbol.for('proofmail.parse.time-guard');
const holder = globalThis as { [slot]?: () => void };
// The script only calls the function in the slot: node:vm is used for its watchdog, not as a sandbox.
const callSlot = new Script(`globalThis[Symbol.for('proofmail.parse.time-guard')]()`);

/**
 * Runs synchronous work and stops it after `ms` milliseconds of CPU time, even inside a regular expression that
 * backtracks endlessly. The watchdog measures only wall-clock time: work that it stops too early on a busy machine is
 * started again with twice the time, so it must be safe to run twice. The watchdog thread costs about 0.1 ms, so use
 * this for work on hostile text, not for every call. Throws `TimeExceeded` or the error of the work.
 */
export function runWithin<T>(ms: number, work: () => T): T {
  const start = process.threadCpuUsage();
  for (let patience = ms; ; patience *= 2) {
    const before = process.threadCpuUsage();
    try {
      return runWatched(patience, work);
    } catch (error) {
      // One try that had its time, or several that had it together: hostile work must not cost more on a busy machine.
      const isSpent = cpuMsSince(before) >= ms || cpuMsSince(start) >= MOST_TRIES * ms;
      if (!(error instanceof TimeExceeded) || isSpent) throw error;
    }
  }
}

const MOST_TRIES = 1.5;

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function runWatched<T>(ms: number, work: () => T): T {
  let result: { value: T } | undefined;
  holder[slot] = () => {
    result = { value: work() };
  };
  try {
    callSlot.runInThisContext({ timeout: ms });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new TimeExceeded(`not done in ${ms} ms`) : error;
  } finally {
    delete holder[slot];
  }
  if (!result) throw new TimeExceeded('work did not finish');
  return result.value;
}
